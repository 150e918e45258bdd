import type { Moment, ScriptCall } from '../../generated/types';
import { useShownDocument } from '../../store';
import { linesRun } from './script';
import { scriptTexts as t, whyTexts } from './texts';

/** What the flow's script did at a moment: the handlers that ran, their lines, and what they changed. */
export function ScriptCalls({ moment, algorithm }: { moment: Moment; algorithm: string }) {
  const controllers = useShownDocument((d) => d.controllers);
  // The engine leaves out an empty list.
  const calls = moment.calls ?? [];
  if (calls.length === 0) return null;
  const script = controllers?.find((c) => c.id === algorithm)?.script ?? '';
  return (
    <section className="why-script">
      <h3>{t.heading}</h3>
      {calls.map((call, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the calls of a moment never change
        <Call key={place} call={call} script={script} />
      ))}
    </section>
  );
}

function Call({ call, script }: { call: ScriptCall; script: string }) {
  const changed = call.variables.filter(([, before, after]) => before !== after);
  return (
    <>
      <p>{t.ran(call.handler)}</p>
      <ol className="why-code">
        {linesRun(script, call.lines).map(({ number, text, times }) => (
          <li key={number} value={number}>
            <code>{text}</code> {times > 1 ? <small>{t.times(times)}</small> : null}
          </li>
        ))}
      </ol>
      {changed.length === 0 ? (
        <p className="secondary">{whyTexts.nothingChanged}</p>
      ) : (
        <table className="why-values">
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{whyTexts.variable}</th>
              <th scope="col">{whyTexts.before}</th>
              <td />
              <th scope="col">{whyTexts.after}</th>
            </tr>
          </thead>
          <tbody>
            {changed.map(([name, before, after]) => (
              <tr key={name} className="changed">
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td className="numeric">{before}</td>
                <td className="why-arrow">
                  <span aria-hidden="true">→</span>
                </td>
                <td className="numeric">{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
