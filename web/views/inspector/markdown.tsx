/** Markdown with formulas. Notes come with links from anywhere: they become elements one by one, and none of their HTML does. */

import { Marked, type MarkedToken, type Token, type Tokens } from 'marked';
import { createElement, Fragment, type ReactNode } from 'react';
import { closing } from './formula-rule';
import { markdownTexts as t } from './texts';

interface Formula {
  type: 'formula';
  raw: string;
  tex: string;
  display: boolean;
}

/** TeX to clean MathML. */
type Tex = (source: string, display: boolean) => string;

const markdown = new Marked({
  // HTML is text like any other.
  tokenizer: { html: () => undefined, tag: () => undefined },
  extensions: [
    {
      name: t.formula,
      level: 'inline',
      start: (text) => text.indexOf('$'),
      tokenizer(text): Formula | undefined {
        if (text[0] !== '$') return undefined;
        const marker = text[1] === '$' ? '$$' : '$';
        const end = closing(text, marker, marker.length);
        if (end < 0) return undefined;
        const tex = text.slice(marker.length, end).trim();
        return { type: 'formula', raw: text.slice(0, end + marker.length), tex, display: marker === '$$' };
      },
    },
  ],
});

/** The library that renders formulas comes when there is one. */
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

/** The limit of nested quotes and lists, which are parsed and drawn by recursion. */
const MOST_NESTING = 40;

/** Null: it nests too deeply to be read as Markdown. */
function read(text: string): Token[] | null {
  try {
    const tokens = markdown.lexer(text);
    return nestsWithin(tokens, MOST_NESTING) ? tokens : null;
  } catch {
    // The reader itself went too deep.
    return null;
  }
}

function nestsWithin(tokens: readonly Token[], levels: number): boolean {
  return tokens.every((token) => {
    const inner: Token[] = [...('tokens' in token ? (token.tokens ?? []) : []), ...itemsOf(token)];
    return inner.length === 0 || (levels > 0 && nestsWithin(inner, levels - 1));
  });
}

function itemsOf(token: Token): Token[] {
  return token.type === 'list' ? (token as Tokens.List).items : [];
}

function children(tokens: readonly Token[] | undefined, tex: Tex): ReactNode {
  return row((tokens ?? []).map((token) => element(token, tex)));
}

/** Nodes in order, with their index as key: another text is another list. */
function row(nodes: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...nodes);
}

function part(Tag: 'li' | 'tr' | 'th' | 'td', inside: ReactNode): ReactNode {
  return <Tag>{inside}</Tag>;
}

/** What is neither known nor made of other tokens stays as it was written. */
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
      const items = row(token.items.map((item) => part('li', children(item.tokens, tex))));
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
      // A picture would tell its host who reads the notes.
      return link(token.href, token.text);
    case 'formula':
      // biome-ignore lint/security/noDangerouslySetInnerHtml: `formula` cleans what it made
      return <span dangerouslySetInnerHTML={{ __html: tex(token.tex, token.display) }} />;
    case 'escape':
      return token.text;
    case 'text':
      return token.tokens ? inside() : plain(token.text);
    default:
      return token.raw;
  }
}

function Table({ table, tex }: { table: Tokens.Table; tex: Tex }) {
  const cells = (of: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
    part('tr', row(of.map(({ tokens }) => part(tag, children(tokens, tex)))));
  return (
    <table>
      <thead>{cells(table.header, 'th')}</thead>
      <tbody>{row(table.rows.map((of) => cells(of, 'td')))}</tbody>
    </table>
  );
}

/** To pages and people; anywhere else text stays text. */
function link(to: string, inside: ReactNode): ReactNode {
  const href = plain(to);
  const { protocol } = URL.parse(href, document.baseURI) ?? {};
  if (!/^(https?|mailto):$/.test(protocol ?? '')) return inside;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {inside}
    </a>
  );
}

/** With its character references read: `&amp;` is `&`. A text area has no elements inside. */
function plain(text: string): string {
  if (!text.includes('&')) return text;
  const area = document.createElement('textarea');
  area.innerHTML = text.replaceAll('<', '&lt;');
  return area.value;
}
