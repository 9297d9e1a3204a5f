import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { matchPath, type PageProps, type Route, useLocation } from '../lib/router';
import { routes } from './routes';
import { AskToken, useSession } from './session';
import { TopBar } from './topbar';

interface Shown {
  route: Route;
  Page: ComponentType<PageProps>;
}

/** Shows the page of the address. The page before stays until the next one's code has come. */
export function App() {
  const url = new URL(useLocation(), location.origin);
  const found = find(url.pathname);
  const [shown, show] = useState<Shown | null>(null);
  const [error, setError] = useState('');
  const [session, setSession] = useSession();

  useEffect(() => {
    if (found === null) return;
    let current = true;
    found.route.load().then(
      (Page) => current && show({ route: found.route, Page }),
      () =>
        current &&
        setError(
          'This page did not load; the server may have been replaced by a newer one. Reload the page.',
        ),
    );
    return () => {
      current = false;
    };
  }, [found?.route]);

  const bare = found?.route.bare;
  return (
    <>
      {!bare && <TopBar path={url.pathname} session={session} setSession={setSession} />}
      {error && <p class="page error">{error}</p>}
      {found === null && <Unknown path={url.pathname} />}
      {found !== null && session?.scope === '' && <AskToken given={setSession} />}
      {found !== null && session?.scope && shown?.route === found.route && (
        <shown.Page key={url.pathname + url.search} params={found.params} query={url.searchParams} />
      )}
    </>
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
      <h1>No such page</h1>
      <p>
        There is nothing at <code>{path}</code>. The <a href="/">first page</a> leads everywhere.
      </p>
    </main>
  );
}
