/** A symbol of the formulas: italic, with what follows an underscore below the line. */
export function MathSymbol({ text }: { text: string }) {
  const [base, index] = text.split('_');
  return (
    <var className="symbol">
      {base}
      {index ? <sub>{index}</sub> : null}
    </var>
  );
}

/** A text in which some words are symbols with an index, such as W_max. */
export function WithSymbols({ text }: { text: string }) {
  return text.split(/([\p{L}]+_[\p{L}\d]+)/u).map((part, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
    i % 2 === 1 ? <MathSymbol key={i} text={part} /> : part,
  );
}
