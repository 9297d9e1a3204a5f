import { marked, type Tokens } from 'marked';
import type { Plugin } from 'vite';

/** The rules of a game as HTML, converted at build time, so that browsers need no Markdown parser. */
export interface Rules {
  title: string;
  intro: string; // the first paragraph
  short: string; // the first part, the game in short
  html: string; // everything after the title
  parts: { id: string; title: string }[];
}

/** A Vite plugin that converts the Markdown files under docs/rules to Rules. */
export function rules(): Plugin {
  return {
    name: 'rules',
    transform(text, id) {
      if (!id.endsWith('.md')) return undefined;
      return { code: `export default ${JSON.stringify(read(text))}`, map: null };
    },
  };
}

/** Parses the rules of a game: a title, an introduction, and sections of which the first is the summary. */
export function read(text: string): Rules {
  const tokens = marked.lexer(text);
  const title = tokens.find((t) => t.type === 'heading' && t.depth === 1) as Tokens.Heading;
  const after = tokens.slice(tokens.indexOf(title) + 1);
  const headings = after.filter((t): t is Tokens.Heading => t.type === 'heading' && t.depth === 2);
  const first = after.indexOf(headings[0]!);
  const second = after.indexOf(headings[1]!);
  return {
    title: title.text,
    intro: html([after.find((t) => t.type === 'paragraph')!]),
    short: html(after.slice(first + 1, second)),
    html: html(after),
    parts: headings.map((h) => ({ id: slug(h.text), title: h.text })),
  };
}

function html(tokens: Tokens.Generic[]): string {
  let tables = 0; // each has a name of its own, as it is a landmark
  return marked.parser(tokens, { renderer }).replaceAll(TABLE, () => `aria-label="Table ${++tables}"`);
}

const renderer = new marked.Renderer();

renderer.heading = ({ tokens, depth, text }) =>
  `<h${depth} id="${slug(text)}">${renderer.parser.parseInline(tokens)}</h${depth}>\n`;

const TABLE = 'aria-label="Table"';

// A wide table scrolls in its own container, which the keyboard can focus.
const table = renderer.table;
renderer.table = (token) =>
  `<section class="scroll" tabindex="0" ${TABLE}>${table.call(renderer, token)}</section>\n`;

/** The anchor of a heading. */
function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
