// Serves dist as the program does, under the same Content-Security-Policy, with the files of fixtures as its matches:
// /matches/domain shows fixtures/domain.jsonl.gz. Run it alone to look at the pages: node browser/serve.mjs
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));

const policy =
  "default-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self' ws: wss:";

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** The file of a game's fixture. */
export const fixture = (game) => join(root, 'fixtures', `${game}.jsonl.gz`);

/** The last turn of a full export. */
export function lastTurn(file) {
  return Math.max(...linesOf(file).map((line) => JSON.parse(line).turn ?? 0));
}

function linesOf(file) {
  return gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
}

/** Starts the server; port 0 takes a free one. */
export function serve(port = 0) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    response.setHeader('Content-Security-Policy', policy);
    const match = pathname.match(/^\/api\/matches\/([\w-]+)(\/replay|\/neighbours|\/analysis)?$/);
    if (match) {
      const file = fixture(match[1]);
      if (!existsSync(file)) return response.writeHead(404).end(`no match ${match[1]}`);
      if (!match[2]) return json(response, described(match[1], file));
      if (match[2] === '/neighbours') return json(response, { same_start: [] });
      if (match[2] === '/analysis')
        return json(response, match[1] === 'ctf' ? analysed : { state: 'none', share: 0 });
      response.writeHead(200, { 'Content-Type': 'application/x-ndjson', 'Content-Encoding': 'gzip' });
      return createReadStream(file).pipe(response);
    }
    if (pathname === '/api/session') return json(response, { asked: false, scope: 'admin' });
    if (pathname === '/api/matches') return json(response, { matches: [] });
    if (pathname === '/api/bots') return json(response, { bots: [] });
    if (pathname === '/api/workers') return json(response, { enabled: false, workers: [], bots_at_home: [] });
    if (pathname === '/api/puzzle-sets') return json(response, { puzzle_sets: [] });
    if (pathname.startsWith('/api/')) return response.writeHead(404).end('not here');
    const asked = join(root, 'dist', normalize(pathname));
    const file = existsSync(asked) && statSync(asked).isFile() ? asked : join(root, 'dist', 'index.html');
    response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

/** An analysis with all that a page has of one. */
const analysed = {
  ...{ state: 'done', share: 1 },
  report: {
    ...{
      game: 'ctf',
      match: 'ctf',
      judge: 'continuations by players who are not there',
      seconds: 10,
      answers: 10,
      examined: 0.9,
    },
    ...{
      scale: 1,
      unit: 'points of winning chance',
      results: [0, 1],
    },
    curve: [
      { turn: 3, value: 0.61, error: 0.1 },
      { turn: 5, value: 0.2, error: 0.1 },
    ],
    costs: [
      {
        ...{ turn: 3, seat: 0, cost: 0.42, error: 0.18, sure: 'confirmed' },
        ...{
          answer: 'MOVE 1 18 18 | MOVE 2 10 10 | MOVE 3 16 22 | MOVE 4 2 16',
          best: 'FIRE 1 | FREEZE 2 3 | WAIT 3 | MINE 4 2 15',
          line: null,
        },
      },
      {
        ...{ turn: 5, seat: 0, cost: 0.11, error: 0.18, sure: 'unclear' },
        ...{ answer: 'WAIT 1', best: 'FIRE 1', line: null },
      },
    ],
  },
};

function json(response, body) {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  return response.end(JSON.stringify(body));
}

/** A fixture as the API describes a match, as far as the pages need it. */
function described(id, file) {
  const header = JSON.parse(linesOf(file)[0]);
  return {
    ...{ id, state: 'played', game: header.game, tournament: 'fixtures', played_at: header.played_at },
    start: { seed: header.seed ?? '0', name: `seed ${header.seed ?? 0}` },
    seats: header.seats.map(({ bot }) => ({ bot, score: 0, rank: 1 })),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await serve(Number(process.env.PORT ?? 8081));
  console.log(`http://localhost:${server.address().port}/matches/domain`);
}
