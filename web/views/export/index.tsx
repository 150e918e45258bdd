import './export.css';
import { type ReactNode, useState } from 'react';
import type { PlotSpec } from '../../drawing/spec';
import { runNow, sourceNow, useRun, useSession } from '../../store';
import { wholeNow } from '../../store/lesson';
import { failedFile } from '../../store/load-errors';
import { fileName, saveBlob, saveFile } from '../../store/save';
import { fileWith, isStandalone } from '../../store/standalone';
import { pngOf } from '../../ui/png';
import { resultsCsv } from '../results/table';
import { nameNow } from '../results/use-channel-names';
import { type Figure, shownFigures } from './figures';
import { networkSvg } from './network';
import { Packets } from './Packets';
import {
  allPlotsSvg,
  chosenFlow,
  coloursNow,
  flowQlog,
  plotSvg,
  seriesOf,
  seriesTable,
  shownPlots,
  wideSeriesTable,
} from './plots';
import { fullFragment, sourceOfRun } from './source';
import { exportTexts as t } from './texts';

/** Saves figures, data and the scenario as files. */
export default function Export() {
  const results = useRun((s) => s.results);
  const [specs] = useState(shownPlots);
  const [figures] = useState(shownFigures);
  const [flow] = useState(chosenFlow);
  const [message, setMessage] = useState('');
  const open = useSession((s) => s.hidden.includes('results'));

  const save = async (extension: string, part: string, content: Promise<Blob | string | null>) => {
    let made: Blob | string | null;
    try {
      made = await content;
    } catch (error) {
      setMessage(failedFile(error) ?? (error instanceof Error ? error.message : String(error)));
      return;
    }
    if (made === null) {
      setMessage(t.nothing);
      return;
    }
    const blob =
      typeof made === 'string' ? new Blob([made], { type: TYPES[extension] ?? 'text/plain' }) : made;
    const name = `${fileName(sourceNow().title || 'scenario')}-${fileName(part)}.${extension}`;
    saveBlob(name, blob);
    setMessage(t.saved(name));
  };
  const picture = (part: string, draw: Figure['svg']) => {
    const svg = async () => draw(await sourceOfRun());
    const png = async () => {
      const text = await svg();
      return text === null ? null : pngOf(text);
    };
    return (
      <>
        <File name={part} kind="SVG" onClick={() => save('svg', part, svg())} />
        <File name={part} kind="PNG" onClick={() => save('png', part, png())} />
      </>
    );
  };

  return (
    <>
      <h2>{t.heading}</h2>
      <h3>{t.figures}</h3>
      {specs.length > 1 ? (
        <Row name={t.allPlots}>{picture(t.allPlots, (source) => allPlotsSvg(specs, source))}</Row>
      ) : null}
      {specs.map((spec) => {
        const name = nameAmong(specs, spec);
        return (
          <Row key={spec.id} name={name}>
            {picture(name, (source) => plotSvg(spec, source))}
            <File name={name} kind="CSV" onClick={() => save('csv', name, seriesTable(seriesOf(spec)))} />
          </Row>
        );
      })}
      {figures.map(({ id, title, svg, csv }) => (
        <Row key={id} name={title}>
          {picture(title, svg)}
          <File name={title} kind="CSV" onClick={() => save('csv', title, Promise.resolve().then(csv))} />
        </Row>
      ))}
      <Row name={t.network}>{picture(t.network, (source) => networkSvg(source, coloursNow()))}</Row>
      <h3>{t.data}</h3>
      {open ? (
        <p className="secondary">{t.hidden}</p>
      ) : (
        <>
          <Row name={t.results}>
            <File
              name={t.results}
              kind="CSV"
              onClick={() => save('csv', 'results', Promise.resolve(results && resultsCsv(results, nameNow)))}
            />
            <File
              name={t.results}
              kind="JSON"
              onClick={() => save('json', 'results', Promise.resolve(results && resultsJson()))}
            />
          </Row>
          <Row name={t.allSeries}>
            <File
              name={t.allSeries}
              kind="CSV"
              onClick={() => save('csv', 'series', allSeries(seriesTable))}
            />
            <File
              name={t.allSeries}
              kind={t.wide}
              onClick={() => save('csv', 'series-wide', allSeries(wideSeriesTable))}
            />
          </Row>
          {flow && (
            <Row name={t.eventsOf(flow.name)}>
              <File
                name={t.events}
                kind="qlog"
                onClick={() =>
                  save(
                    'sqlog',
                    flow.name,
                    sourceOfRun().then((source) => flowQlog(flow, source)),
                  )
                }
              />
            </Row>
          )}
        </>
      )}
      <Row name={t.scenario}>
        <File
          name={t.scenario}
          kind="JSON"
          onClick={() => saveFile(sourceNow().title || 'scenario', wholeNow())}
        />
        {isStandalone() ? null : (
          <File name={t.scenario} kind="HTML" onClick={() => save('html', 'page', standalone())} />
        )}
      </Row>
      {open ? null : (
        <>
          <h3>{t.packets}</h3>
          <Packets />
        </>
      )}
      <p className="secondary export-message" role="status">
        {message}
      </p>
    </>
  );
}

/** The title of a plot, with the names of its curves where several plots have the same title, as those of an algorithm's variables do. */
function nameAmong(specs: readonly PlotSpec[], { title, curves }: PlotSpec): string {
  const alone = specs.filter((other) => other.title === title).length === 1;
  return alone ? title : `${title}: ${curves.map((curve) => curve.name).join(', ')}`;
}

const TYPES: Record<string, string> = {
  svg: 'image/svg+xml',
  csv: 'text/csv',
  json: 'application/json',
  html: 'text/html',
};

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="export-row">
      <span>{name}</span>
      <span className="export-files">{children}</span>
    </div>
  );
}

function File({ name, kind, onClick }: { name: string; kind: string; onClick: () => void }) {
  return (
    <button type="button" className="button small framed" aria-label={t.fileAs(name, kind)} onClick={onClick}>
      {kind}
    </button>
  );
}

/** The results with the scenario that reproduces them, and the digest to compare. */
function resultsJson(): string {
  const { results, digest, catalogue } = runNow();
  const document = { digest, modelVersion: catalogue?.modelVersion, results, scenario: sourceNow() };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The page with the scenario in one file, which needs no server. */
async function standalone(): Promise<string | null> {
  const file = await fileWith(await fullFragment());
  if (file === null) throw new Error(t.noPageFile);
  return file;
}

function allSeries(table: (numbers: readonly number[]) => Promise<string>): Promise<string | null> {
  const count = runNow().directory?.series.length ?? 0;
  return count === 0 ? Promise.resolve(null) : table(Array.from({ length: count }, (_, i) => i));
}
