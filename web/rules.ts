import { marked, type Tokens } from 'marked';
import type { Plugin } from 'vite';

/** The rules of a game as a page shows them: HTML that is made when the pages are built, so that no reader needs a parser. */
export interface Rules {
  title: string;
  intro: string; // the first paragraph
  short: string; // the first part, the game in short
  html: string; // everything after the title
  parts: { id: string; title: string }[];
}

/** Makes Rules of the Markdown files under docs/rules. */
export function rules(): Plugin {
  return {
    name: 'rules',
    transform(text, id) {
      if (!id.endsWith('.md')) return undefined;
      return { code: `export default ${JSON.stringify(read(text))}`, map: null };
    },
  };
}

/** Reads the rules of a game: a title, a paragraph, and parts of which the first is the game in short. */
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
  return marked.parser(tokens, { renderer });
}

const renderer = new marked.Renderer();

renderer.heading = ({ tokens, depth, text }) =>
  `<h${depth} id="${slug(text)}">${renderer.parser.parseInline(tokens)}</h${depth}>\n`;

// A wide table is scrolled in its own box, also from the keyboard.
const table = renderer.table;
renderer.table = (token) =>
  `<section class="scroll" tabindex="0" aria-label="Table">${table.call(renderer, token)}</section>\n`;

/** A title as the end of an address. */
function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
