import { useEffect } from 'preact/hooks';
import { useAsync } from '../lib/async';
import { Await, Page } from '../ui/page';
import { to } from './links';
import { Html, rulesOf } from './rules';

/** The full rules of a game, from docs/rules. Each section has an anchor. */
export function RulesText({ game }: { game: string }) {
  const rules = useAsync(() => rulesOf(game), [game]);
  useEffect(() => {
    if (rules.data && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [rules.data]);
  return (
    <Page
      title={rules.data ? `Rules of ${rules.data.title}` : 'Rules'}
      of={<a href={to.game(game)}>{game}</a>}
    >
      <Await result={rules}>
        {(r) => (
          <>
            <nav class="contents" aria-label="Contents">
              {r.parts.map((part) => (
                <a key={part.id} href={`#${part.id}`}>
                  {part.title}
                </a>
              ))}
            </nav>
            <Html text={r.html} />
          </>
        )}
      </Await>
    </Page>
  );
}
