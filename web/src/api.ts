/** Every address the pages ask, in one place. */
export const api = {
  replay: (id: string) => `/api/matches/${encodeURIComponent(id)}/replay`,
  record: (id: string) => `/api/matches/${encodeURIComponent(id)}/record`,
  page: (id: string) => `/api/matches/${encodeURIComponent(id)}/replay.html`,
  frames: '/api/replays/frames',
  live: (id: string) => `/api/live/${encodeURIComponent(id)}`,
};

/** An answer of the server that is no success, in its own words. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Returns a successful answer and throws an ApiError for any other. */
export async function checked(response: Response): Promise<Response> {
  if (response.ok) return response;
  const text = detail((await response.text()).trim());
  throw new ApiError(
    response.status,
    text || `the server answers ${response.status} ${response.statusText}`.trim(),
  );
}

/** The sentence in a problem document (RFC 9457), in {"error": ...}, or in plain text. */
function detail(text: string): string {
  try {
    const value = JSON.parse(text) as { detail?: string; error?: string; title?: string };
    return value.detail ?? value.error ?? value.title ?? '';
  } catch {
    return text.startsWith('<') ? '' : text.slice(0, 400);
  }
}
