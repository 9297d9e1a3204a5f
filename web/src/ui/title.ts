import { useEffect } from 'preact/hooks';

/** Names the document while a page is shown, once its title is known. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    document.title = `${title} · Arbiter`;
    return () => {
      document.title = 'Arbiter';
    };
  }, [title]);
}
