/** The view's state in the URL: "#t=57&seat=1", and "t=57.5" within a turn. */
export interface UrlState {
  at?: number;
  seat?: number;
  slowest?: boolean; // the turn of the seat's slowest answer: "#t=slowest&seat=1"
}

export function parseHash(hash: string): UrlState {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  const state: UrlState = {};
  const at = number(params.get('t'));
  if (at !== undefined) state.at = at;
  if (params.get('t') === 'slowest') state.slowest = true;
  const seat = number(params.get('seat'));
  if (seat !== undefined && Number.isInteger(seat)) state.seat = seat;
  return state;
}

export function formatHash(at: number, seat: number | null): string {
  const t = Number.isInteger(at) ? String(at) : at.toFixed(2);
  return seat === null ? `#t=${t}` : `#t=${t}&seat=${seat}`;
}

function number(text: string | null): number | undefined {
  if (text === null || !/^\d+(\.\d+)?$/.test(text)) return undefined;
  return Number(text);
}
