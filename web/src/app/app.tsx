import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { reportDown } from '../api/down';
import { onceBack } from '../lib/outage';
import { Permission } from '../lib/permission';
import { matchPath, type PageProps, pageOf, type Route, redirect, useLocation } from '../lib/router';
import { movedTo, routes } from './routes';
import { ServerDown } from './serverdown';
import { AskToken, useSession } from './session';
import { TopBar } from './topbar';

interface Shown {
  route: Route;
  Page: ComponentType<PageProps>;
}

/** Shows the page of the current URL. The previous page stays until the code of the next one has loaded. */
export function App() {
  const url = new URL(useLocation(), location.origin);
  const moved = movedTo(url);
  const found = moved ? null : find(url.pathname);
  const [shown, show] = useState<Shown | null>(null);
  const [failed, setFailed] = useState(false);
  const [down, setDown] = useState(false);
  const [session, setSession] = useSession();
  const [outages, setOutages] = useState(0);

  useEffect(() => {
    if (moved) redirect(moved);
  }, [moved]);
  useEffect(() => {
    if (found === null) return;
    let current = true;
    found.route.load().then(
      (Page) => {
        if (!current) return;
        setFailed(false);
        show({ route: found.route, Page });
      },
      () => {
        if (!current) return;
        setFailed(true);
        stop = onceBack(() => setOutages((n) => n + 1));
        reportDown();
      },
    );
    let stop = () => {};
    return () => {
      current = false;
      stop();
    };
  }, [found?.route, outages]);

  const bare = found?.route.bare;
  return (
    <>
      {!bare && <TopBar path={url.pathname} session={session} setSession={setSession} />}
      <ServerDown down={down} setDown={setDown} />
      {failed && <Failed down={down} />}
      {found === null && !moved && <Unknown path={url.pathname} />}
      {found !== null && session?.scope === '' && (
        <AskToken given={setSession} unknown={session.unknown ?? false} />
      )}
      {found !== null && session?.scope && shown?.route === found.route && (
        <Permission.Provider value={session}>
          <shown.Page key={pageOf(url, found.params.part)} params={found.params} query={url.searchParams} />
        </Permission.Provider>
      )}
    </>
  );
}

/** In place of a page whose code could not be loaded. */
function Failed({ down }: { down: boolean }) {
  return (
    <main class="page">
      {down ? (
        <p class="muted">This page appears when the server is back.</p>
      ) : (
        <p class="error">This page could not be loaded; the server may have been updated. Reload the page.</p>
      )}
    </main>
  );
}

function find(path: string): { route: Route; params: Record<string, string> } | null {
  for (const route of routes) {
    const params = matchPath(route.path, path);
    if (params !== null) return { route, params };
  }
  return null;
}

function Unknown({ path }: { path: string }) {
  return (
    <main class="page">
      <h1>Page not found</h1>
      <p>
        There is no page at <code>{path}</code>. Go to the <a href="/">home page</a>.
      </p>
    </main>
  );
}
