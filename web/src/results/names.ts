import { useEffect } from 'preact/hooks';
import { get } from '../api/client';
import type { Bot } from '../api/types';
import { Observable, useObservable } from '../lib/observable';
import { botName, isBuiltin, shortDigest, titleOf } from '../ui/botname';

/** How long after a list of the bots an unknown one asks for it again. */
const AGAIN_MS = 5000;

/** What a bot is called: its name, what tells it from its other versions, and the commit that it was built from. */
export interface Name {
  name: string;
  version: string;
  subject: string;
}

/** The bots of the server as far as pages have read them, for their names. */
export class Names extends Observable {
  private bots = new Map<string, Bot>();
  private alike = new Map<string, number>(); // how many bots share a name, and how many a name and a version
  private learnt = false; // what is not known now is gone
  private askedAt = Number.NEGATIVE_INFINITY;

  constructor(private read: () => Promise<{ bots: Bot[] | null }> = () => get('/api/bots', {})) {
    super();
  }

  /** Takes over the bots that a page has read. */
  learn(bots: readonly Bot[]): void {
    this.learnt = true;
    for (const bot of bots) this.bots.set(bot.id, bot);
    this.alike.clear();
    for (const { game, name, version } of this.bots.values())
      for (const key of [keyOf(game, name), keyOf(game, name, version)])
        this.alike.set(key, (this.alike.get(key) ?? 0) + 1);
    this.changed();
  }

  /** Reads all bots, for a page that lists them. */
  async all(now = Date.now()): Promise<Bot[]> {
    this.askedAt = now;
    const { bots } = await this.read();
    this.learn(bots ?? []);
    return bots ?? [];
  }

  /** Reads the bots if one is not known, but not again and again: it may be gone. */
  want(id: string, now = Date.now()): void {
    if (this.bots.has(id) || now - this.askedAt < AGAIN_MS) return;
    this.all(now).catch(() => this.learn([])); // its ID tells enough
  }

  /** The name of a bot; of one that the server does not know any more, with what its ID tells. */
  of(id: string): Name {
    const bot = this.bots.get(id);
    const name = titleOf(botName(id));
    const builtin = bot ? isBuiltin(bot.typed) : name !== botName(id);
    if (builtin) return { name, version: '', subject: '' };
    if (bot === undefined) return { name, version: this.learnt ? shortDigest(id) : '', subject: '' };
    return { name, version: this.versionOf(bot), subject: bot.subject ?? '' };
  }

  private versionOf({ id, game, name, version, commit }: Bot): string {
    if (commit) return commit.slice(0, 6);
    const digest = shortDigest(id);
    if (version)
      return (this.alike.get(keyOf(game, name, version)) ?? 0) > 1 ? `${version} ${digest}` : version;
    return (this.alike.get(keyOf(game, name)) ?? 0) > 1 ? digest : '';
  }
}

const keyOf = (...parts: string[]) => JSON.stringify(parts);

/** The names of the server's bots. */
export const names = new Names();

/** The name of a bot as a text. */
export function nameOf(id: string): string {
  const { name, version } = names.of(id);
  return version ? `${name} ${version}` : name;
}

/** The name of a bot, which is read if it is not known. */
export function useName(id: string): Name {
  const text = useObservable(names, () => JSON.stringify(names.of(id)));
  useEffect(() => names.want(id), [id]);
  return JSON.parse(text);
}

/** The names of bots as texts, which are read if they are not known. */
export function useNames(ids: readonly string[]): string[] {
  const text = useObservable(names, () => JSON.stringify(ids.map(nameOf)));
  useEffect(() => {
    for (const id of ids) names.want(id);
  }, [ids.join()]);
  return JSON.parse(text);
}
