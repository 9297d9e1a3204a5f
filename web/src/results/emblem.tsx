import { loadRenderer } from '../games';
import { useAsync } from '../lib/async';

/** A picture of who plays in a game, where there is no board to show; nothing for a game without one. */
export function Emblem({ game }: { game: string }) {
  const { data } = useAsync(async () => (await loadRenderer(game)).emblem?.() ?? '', [game]);
  return data ? <img class="emblem" src={data} alt="" /> : null;
}
