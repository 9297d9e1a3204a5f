import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A page of the site. Params are the parts of the path that its pattern names. */
export interface Route {
  path: string; // "/matches/:id", or "/bots/:id/versions|report?" for a page that has parts of its own
  nav?: string; // its label in the top bar
  bare?: boolean; // shown without the top bar
  load: () => Promise<ComponentType<PageProps>>;
}

export interface PageProps {
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
}

/**
 * Matches a path against a pattern; null when it does not match. The last part of "/bots/:id/versions|report?" is one of
 * those or missing; where it is there, params has it as part.
 */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const want = pattern.split('/').filter(Boolean);
  const have = path.split('/').filter(Boolean);
  const params: Record<string, string> = {};
  if (want.at(-1)?.endsWith('?')) {
    const parts = want.pop()!.slice(0, -1).split('|');
    if (have.length > want.length && parts.includes(have.at(-1)!)) params.part = have.pop()!;
  }
  if (want.length !== have.length) return null;
  for (const [i, part] of want.entries()) {
    const value = have[i]!;
    if (!part.startsWith(':')) {
      if (part !== value) return null;
      continue;
    }
    try {
      params[part.slice(1)] = decodeURIComponent(value);
    } catch {
      return null; // an invalid % escape
    }
  }
  return params;
}

/** What tells pages apart: the address without the part that a page shows of itself. */
export function pageOf({ pathname, search }: Pick<URL, 'pathname' | 'search'>, part = ''): string {
  const path = pathname.replace(/\/$/, '');
  return (part && path.endsWith(`/${part}`) ? path.slice(0, -part.length - 1) : path) + search;
}

/** Navigates to another page of the site. */
export function navigate(url: string): void {
  history.pushState(null, '', url);
  dispatchEvent(new PopStateEvent('popstate'));
  scrollTo(0, 0);
}

/** Goes to where a page has moved; the old address is not kept in the browser's history. */
export function redirect(url: string): void {
  history.replaceState(null, '', url);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** Follows links within the site without a reload. Files, other sites and new tabs are left to the browser. */
export function followLinks(e: MouseEvent): void {
  if (e.defaultPrevented || e.button !== 0 || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
  const link = (e.target as Element).closest('a');
  if (link === null || link.origin !== location.origin || link.target || link.hasAttribute('download'))
    return;
  if (link.pathname.startsWith('/api/')) return;
  if (link.pathname === location.pathname && link.search === location.search && link.hash) return;
  e.preventDefault();
  const { scrollY } = window;
  navigate(link.href);
  if (link.closest('.tabs')) scrollTo(0, scrollY); // another part of what is shown
}

/** The path and query of the current page; the hash belongs to the page. */
export function useLocation(): string {
  const now = () => location.pathname + location.search;
  const [shown, show] = useState(now);
  useEffect(() => {
    const changed = () => show(now());
    addEventListener('popstate', changed);
    return () => removeEventListener('popstate', changed);
  }, []);
  return shown;
}
