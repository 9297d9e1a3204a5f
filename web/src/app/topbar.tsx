import type { TargetedSubmitEvent } from 'preact';
import { get } from '../api/client';
import type { Session } from '../api/types';
import { useAsync } from '../lib/async';
import { navigate } from '../lib/router';
import { address } from '../lib/url';
import { ThemeButton } from '../ui/themebutton';
import { routes } from './routes';
import { Scope } from './session';

interface Props {
  path: string;
  session: Session | undefined;
  setSession: (session: Session) => void;
}

/** The pages that belong to one of the bar. */
const PARTS: Readonly<Record<string, string>> = {
  checks: '/experiments',
  puzzles: '/experiments',
  games: '/',
  leaderboards: '/',
};

/** The bar at the top of every page: a link to each route with a nav label, and to the workers if there can be some. */
export function TopBar({ path, session, setSession }: Props) {
  const first = path.split('/')[1]!;
  const area = PARTS[first] ?? `/${first}`;
  const current = (to: string) => (area === to ? 'page' : undefined);
  const known = Boolean(session?.scope);
  const workers = useAsync((signal) => get('/api/workers', {}, signal), [known], known ? 0 : -1);
  return (
    <header class="topbar">
      <a class="brand" href="/">
        <img src="/favicon.svg" alt="" />
        Arbiter
      </a>
      <nav>
        {routes.map(
          (r) =>
            r.nav && (
              <a key={r.path} href={r.path} aria-current={current(r.path)}>
                {r.nav}
              </a>
            ),
        )}
        {workers.data?.enabled && (
          <a href="/workers" aria-current={current('/workers')}>
            Workers
          </a>
        )}
      </nav>
      <span class="space" />
      <Search />
      {session?.asked && session.scope && <Scope of={session.scope} forgotten={setSession} />}
      <ThemeButton />
    </header>
  );
}

/** The search field for matches, bots and tournaments. */
function Search() {
  const onSubmit = (e: TargetedSubmitEvent<HTMLFormElement>) => {
    e.preventDefault();
    const q = String(new FormData(e.currentTarget).get('q')).trim();
    if (q) navigate(address('/search', { q }));
  };
  return (
    <search>
      <form onSubmit={onSubmit}>
        <input name="q" type="search" placeholder="Search" aria-label="Search" autocomplete="off" />
      </form>
    </search>
  );
}
