import type { ProgramView } from '../games/program';
import type { Frame, Header } from '../replay/model';

/** A match as the official viewer of published games takes it. */
export interface OfficialMatch {
  agents: { index: number; name: string; agentId: number; avatar: string; avatarUrl: string }[];
  frames: OfficialFrame[];
  tooltips: string[]; // JSON
}

interface OfficialFrame {
  view: string;
  keyframe: boolean;
  gameSummary: string | null;
  referee: Record<string, string>;
  agentId?: string;
  stdout?: string | undefined;
  stderr?: string | undefined;
}

/** Makes what the official viewer shows of the frames of a match; undefined where a record has not all of them. */
export function officialMatch(
  header: Header,
  frames: readonly Frame[],
  avatar: (seat: number) => string,
): OfficialMatch | undefined {
  const views = frames.map((frame) => frame.view as ProgramView);
  if (views.some((view) => view.key && view.frame === undefined)) return undefined;
  const tooltips: string[] = [];
  const made = views.map((view, turn): OfficialFrame => {
    const events = view.events ?? [];
    for (const { type, text, seat } of events) {
      if (type === 'tooltip') tooltips.push(JSON.stringify({ turn, text, event: seat ?? 0 }));
    }
    const summary = events.filter((event) => event.type === 'summary').map((event) => event.text);
    const asked = view.asks?.seat;
    const answer = asked === undefined ? undefined : frames[turn + 1]?.seats[asked]; // given in the next turn
    return {
      view: ` ${turn}\n${view.frame ?? ''}`,
      keyframe: view.key,
      gameSummary: summary.length > 0 ? summary.join('\n') : null,
      referee: {},
      ...(asked !== undefined && {
        agentId: String(asked),
        stdout: answer?.answer?.join('\n'),
        stderr: answer?.stderr,
      }),
    };
  });
  const agents = header.seats.map(({ name }, index) => {
    const picture = avatar(index);
    return { index, name, agentId: index, avatar: picture, avatarUrl: picture };
  });
  return { agents, frames: made, tooltips };
}

/**
 * The positions of the official viewer in a match. It counts key frames alone, so that a turn that has none shows the one
 * before it.
 */
export class OfficialPositions {
  private frames: { frame: number; key: boolean }[];

  constructor(frames: readonly Frame[]) {
    let keys = -1;
    this.frames = frames.map((frame) => {
      const { key } = frame.view as ProgramView;
      if (key) keys++;
      return { frame: Math.max(0, keys), key };
    });
  }

  /** Returns what the viewer shows when a turn has come so far: t is 0 to 1. */
  at(turn: number, t: number): { frame: number; progress: number } {
    const { frame, key } = this.frames[Math.min(turn, this.frames.length - 1)]!;
    return { frame, progress: key && turn > 0 ? Math.round(100 * t) : 100 };
  }

  /** Returns the turn whose key frame the viewer shows; -1 for none. */
  turnOf(frame: number): number {
    return this.frames.findIndex((known) => known.key && known.frame === frame);
  }
}
