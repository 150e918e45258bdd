/** Renders Markdown with formulas. Notes may come from links by strangers, so HTML in them stays text. */

import { Marked, type MarkedToken, type Token, type Tokens } from 'marked';
import { createElement, Fragment, type ReactNode } from 'react';
import { parameterOf } from '../../scenario/path';
import { closingMarker } from './formula-rule';
import { ParameterLink } from './ParameterLink';

interface Formula {
  type: 'formula';
  raw: string;
  tex: string;
  display: boolean;
}

/** Converts TeX to sanitised MathML. */
type Tex = (source: string, display: boolean) => string;

const markdown = new Marked({
  // HTML is treated as text.
  tokenizer: { html: () => undefined, tag: () => undefined },
  extensions: [
    {
      name: 'formula',
      level: 'inline',
      start: (text) => text.indexOf('$'),
      tokenizer(text): Formula | undefined {
        if (text[0] !== '$') return undefined;
        const marker = text[1] === '$' ? '$$' : '$';
        const end = closingMarker(text, marker, marker.length);
        if (end < 0) return undefined;
        const tex = text.slice(marker.length, end).trim();
        return { type: 'formula', raw: text.slice(0, end + marker.length), tex, display: marker === '$$' };
      },
    },
  ],
});

/** Loads the formula library only if there is a formula. */
export async function render(text: string): Promise<ReactNode> {
  const tokens = read(text);
  if (tokens === null) return <p>{text}</p>;
  let formulas = false;
  markdown.walkTokens(tokens, (token) => {
    formulas ||= token.type === 'formula';
  });
  const tex = formulas ? (await import('./formula')).formula : () => '';
  return children(tokens, tex);
}

/** Maximum nesting of quotes and lists, which are parsed and rendered recursively. */
const MAX_NESTING = 40;

/** Returns null if the nesting is too deep. */
function read(text: string): Token[] | null {
  try {
    const tokens = markdown.lexer(text);
    return isWithinDepth(tokens, MAX_NESTING) ? tokens : null;
  } catch {
    // The parser exhausted the stack.
    return null;
  }
}

function isWithinDepth(tokens: readonly Token[], levels: number): boolean {
  return tokens.every((token) => {
    const inner: Token[] = [...('tokens' in token ? (token.tokens ?? []) : []), ...itemsOf(token)];
    return inner.length === 0 || (levels > 0 && isWithinDepth(inner, levels - 1));
  });
}

function itemsOf(token: Token): Token[] {
  return token.type === 'list' ? (token as Tokens.List).items : [];
}

function children(tokens: readonly Token[] | undefined, tex: Tex): ReactNode {
  return keyed((tokens ?? []).map((token) => element(token, tex)));
}

/** Nodes with their index as key; every text renders a new list. */
function keyed(nodes: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...nodes);
}

function part(Tag: 'li' | 'tr' | 'th' | 'td', inside: ReactNode): ReactNode {
  return <Tag>{inside}</Tag>;
}

/** Unknown tokens without children stay as written. */
function element(any: Token, tex: Tex): ReactNode {
  const token = any as MarkedToken | Formula;
  const inside = () => children('tokens' in token ? token.tokens : undefined, tex);
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'paragraph':
      return <p>{inside()}</p>;
    case 'heading': {
      const Heading = (['h1', 'h2', 'h3'] as const)[token.depth - 1] ?? 'h4';
      return <Heading>{inside()}</Heading>;
    }
    case 'strong':
      return <strong>{inside()}</strong>;
    case 'em':
      return <em>{inside()}</em>;
    case 'del':
      return inside();
    case 'codespan':
      return <code>{token.text}</code>;
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case 'blockquote':
      return <blockquote>{inside()}</blockquote>;
    case 'list': {
      const items = keyed(token.items.map((item) => part('li', children(item.tokens, tex))));
      return token.ordered ? <ol start={token.start || undefined}>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table':
      return <Table table={token} tex={tex} />;
    case 'hr':
      return <hr />;
    case 'br':
      return <br />;
    case 'link':
      return link(token.href, inside());
    case 'image':
      // Loading a picture would reveal the reader to its host.
      return link(token.href, token.text);
    case 'formula':
      // biome-ignore lint/security/noDangerouslySetInnerHtml: `formula` sanitises its output
      return <span dangerouslySetInnerHTML={{ __html: tex(token.tex, token.display) }} />;
    case 'escape':
      return token.text;
    case 'text':
      return token.tokens ? inside() : withUnits(decodeReferences(token.text));
    default:
      return token.raw;
  }
}

function Table({ table, tex }: { table: Tokens.Table; tex: Tex }) {
  const cells = (of: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
    part('tr', keyed(of.map(({ tokens }) => part(tag, children(tokens, tex)))));
  return (
    <table>
      <thead>{cells(table.header, 'th')}</thead>
      <tbody>{keyed(table.rows.map((of) => cells(of, 'td')))}</tbody>
    </table>
  );
}

/** Links to pages, e-mail addresses and parameters of the scenario; others stay text. */
function link(to: string, inside: ReactNode): ReactNode {
  const href = decodeReferences(to);
  const path = parameterOf(href);
  if (path) return <ParameterLink path={path}>{inside}</ParameterLink>;
  const { protocol } = URL.parse(href, document.baseURI) ?? {};
  if (!/^(https?|mailto):$/.test(protocol ?? '')) return inside;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {inside}
    </a>
  );
}

/** The end of a number and the space before its unit. */
const BEFORE_UNIT = /(\d) (?=(?:%|[kMGT]?b\/s|[kMG]?B|[mµn]?s)(?![\p{L}\d]))/gu;

/** Keeps numbers and their units on one line. */
const withUnits = (text: string): string => text.replace(BEFORE_UNIT, '$1\u00a0');

/** Decodes character references such as `&amp;`. A text area contains no elements. */
function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  const area = document.createElement('textarea');
  area.innerHTML = text.replaceAll('<', '&lt;');
  return area.value;
}
