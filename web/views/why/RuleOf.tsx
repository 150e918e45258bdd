import type { ReactNode } from 'react';
import { formatTrimmed, formatVariable } from '../../drawing/format';
import type { AlgorithmInfo, Moment } from '../../generated/types';
import { documentNow } from '../../store';
import { WithSymbols } from '../../ui/MathSymbol';
import { type InsertedFormula, insertNumbers, isRepeatedTimeout, ruleOf } from './explain';
import { eventTexts, whyTexts as t } from './texts';

/** The rule that the controller applied: in words, as a formula, and with the values at that moment. */
export function AppliedRule({ moment, row, flow }: { moment: Moment; row: AlgorithmInfo; flow: string }) {
  const rule = ruleOf(moment, row.rules, row.variables);
  if (!rule) return null;
  const numbers = insertNumbers(moment, rule, row, settingsOf(flow), formatTrimmed);
  if (isRepeatedTimeout(moment))
    return (
      <RuleSection source={t.repeatedTimeoutSource}>
        <p>
          <b>
            {row.name}: {eventTexts.occasions.timeout}.
          </b>{' '}
          {t.repeatedTimeout}
        </p>
      </RuleSection>
    );
  const { flight } = moment.before;
  const occasion = rule.state || eventTexts.occasions[rule.on];
  return (
    <RuleSection source={rule.source}>
      {moment.rule === 'ecn' && rule.on !== 'ecn' ? <p>{t.markKept}</p> : null}
      <p>
        <b>
          {row.name}: {occasion}.
        </b>{' '}
        <WithSymbols text={withoutOccasion(rule.words, occasion)} />
      </p>
      {rule.formula ? (
        <div className="why-formulas">
          <p className="formula">
            <FormulaLines text={rule.formula} />
          </p>
          {numbers && numbers.formula !== rule.formula ? (
            <p className="formula" data-testid="with-numbers">
              <FormulaLines text={numbers.formula} />
            </p>
          ) : null}
        </div>
      ) : null}
      {numbers?.flight != null ? (
        <p className="secondary">
          {inFlightText(numbers, numbers.flight)}{' '}
          {flight != null && !numbers.fromWindow && flight < numbers.flight
            ? t.inFlightNow(formatVariable(flight))
            : ''}
        </p>
      ) : null}
      {numbers?.inFlight != null ? (
        <p className="secondary">{t.inFlightWas(formatVariable(numbers.inFlight))}</p>
      ) : null}
      {numbers?.window != null ? (
        <p className="secondary">
          {t.windowWas(formatVariable(numbers.window))}{' '}
          {numbers.window === moment.before.cwnd && numbers.window === moment.after.cwnd
            ? t.windowStayed
            : ''}
        </p>
      ) : null}
    </RuleSection>
  );
}

/** The rule under its heading, with its source. */
function RuleSection({ source, children }: { source: string; children: ReactNode }) {
  return (
    <section className="why-rule">
      <div className="why-rule-head">
        <h3>{t.rule}</h3>
        <span className="why-source">{source}</span>
      </div>
      {children}
    </section>
  );
}

/** The words of a rule, without the occasion that they begin with: it stands before them. */
function withoutOccasion(words: string, occasion: string): string {
  const start = `${occasion}: `.toLowerCase();
  if (!words.toLowerCase().startsWith(start)) return words;
  const rest = words.slice(start.length);
  return rest.slice(0, 1).toUpperCase() + rest.slice(1);
}

/** Each statement of a formula on a line of its own. */
function FormulaLines({ text }: { text: string }) {
  return text.split(/;\s/).map((line) => (
    <span key={line} className="formula-line">
      <WithSymbols text={line} />
    </span>
  ));
}

/** Explains the value of "flight" in the formula. */
function inFlightText({ sent, fromWindow }: InsertedFormula, counted: number): string {
  if (fromWindow) return t.flightIsWindow(formatVariable(counted));
  return sent > counted
    ? t.flightCounted(formatVariable(sent), formatVariable(counted))
    : t.flight(formatVariable(counted));
}

/** The parameters of a flow; null if an edit changes the flow, so that they may have been different. */
function settingsOf(id: string) {
  const { flows, edits = [] } = documentNow();
  if (edits.some((e) => e.path === '/flows' || e.path.startsWith(`/flows/${id}`))) return null;
  return flows.find((f) => f.id === id)?.params ?? {};
}
