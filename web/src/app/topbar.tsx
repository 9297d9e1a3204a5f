import type { TargetedSubmitEvent } from 'preact';
import type { Session } from '../api/types';
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

/** The bar at the top of every page, with a link to each route that has a nav label. */
export function TopBar({ path, session, setSession }: Props) {
  const current = (to: string) => (path === to || path.startsWith(`${to}/`) ? 'page' : undefined);
  return (
    <header class="topbar">
      <a class="brand" href="/" aria-current={path === '/' ? 'page' : undefined}>
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
