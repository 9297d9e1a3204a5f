import { address, type Params } from '../lib/url';
import { reportDown } from './down';
import type { Path, Problem, RequestBody, ResponseBody } from './types';

/**
 * An unsuccessful response. Message says what is wrong; fields has the error message of each invalid field, which does not
 * name it, and under build a bot's build output.
 */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly fields: Readonly<Record<string, string>>,
  ) {
    super(message);
  }
}

/** Sends a GET request to the API. */
export async function get<P extends Path<'get'>>(
  path: P,
  params: Params = {},
  signal?: AbortSignal,
): Promise<ResponseBody<P, 'get'>> {
  const response = await request(address(path, params), { signal: signal ?? null });
  return answered(response) as Promise<ResponseBody<P, 'get'>>;
}

/** Sends a POST request to the API. */
export async function post<P extends Path<'post'>>(
  path: P,
  params: Params = {},
  body?: RequestBody<P, 'post'>,
): Promise<ResponseBody<P, 'post'>> {
  return write('POST', path, params, body) as Promise<ResponseBody<P, 'post'>>;
}

/** Uploads a file to the API. */
export async function postFile<P extends Path<'post'>>(
  path: P,
  params: Params,
  file: Blob,
): Promise<ResponseBody<P, 'post'>> {
  const headers = { 'Content-Type': 'application/octet-stream' };
  const response = await request(address(path, params), { method: 'POST', headers, body: file });
  return answered(response) as Promise<ResponseBody<P, 'post'>>;
}

/** Sends a PATCH request to the API. */
export async function patch<P extends Path<'patch'>>(
  path: P,
  params: Params,
  body: RequestBody<P, 'patch'>,
): Promise<ResponseBody<P, 'patch'>> {
  return write('PATCH', path, params, body) as Promise<ResponseBody<P, 'patch'>>;
}

/** Creates or replaces a resource. */
export async function put<P extends Path<'put'>>(
  path: P,
  params: Params,
  body: RequestBody<P, 'put'>,
): Promise<ResponseBody<P, 'put'>> {
  return write('PUT', path, params, body) as Promise<ResponseBody<P, 'put'>>;
}

/** Deletes a resource; idempotent. */
export async function del(path: Path<'delete'>, params: Params): Promise<void> {
  await write('DELETE', path, params, undefined);
}

async function write(method: string, path: string, params: Params, body: unknown): Promise<unknown> {
  const init: RequestInit = { method };
  if (body !== undefined) {
    init.headers = { 'Content-Type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  return answered(await request(address(path, params), init));
}

/** fetch, which also reports a server that does not answer. */
async function request(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (!init.signal?.aborted) reportDown();
    throw error;
  }
}

async function answered(response: Response): Promise<unknown> {
  await checked(response);
  return response.status === 204 ? undefined : response.json();
}

/** The window event that is dispatched when the server requires a token or rejects the current one. */
export const TOKEN_WANTED = 'arbiter:token';

/** Returns a successful response and throws an ApiError for any other. */
export async function checked(response: Response): Promise<Response> {
  if (response.ok) return response;
  if (response.status === 401) dispatchEvent(new Event(TOKEN_WANTED));
  if (isAway(response.status)) reportDown();
  throw apiError(response.status, await response.text());
}

/** Whether a status is what a proxy answers in place of a server that is away. */
export function isAway(status: number): boolean {
  return status >= 502 && status <= 504;
}

/** The error for a status and a body, which is a problem document of RFC 9457 unless a proxy answered. */
export function apiError(status: number, text: string): ApiError {
  let problem: Problem;
  try {
    problem = JSON.parse(text) as Problem;
  } catch {
    return new ApiError(
      status,
      `the server responded with status ${status}; it may be starting or stopped`,
      {},
    );
  }
  const fields: Record<string, string> = {};
  for (const e of problem.errors ?? []) {
    const place = e.location?.replace(/^(body|query|path)\.?/, '') ?? '';
    const name = place.replace(/[.[].*$/, '');
    const message = name === 'build' ? String(e.value) : (e.message ?? '');
    for (const field of [name, place]) fields[field] ??= message; // bots, and bots[1]
  }
  // What is wrong with the request as a whole is there without what only those who type requests want.
  const { '': whole, ...named } = fields;
  const said = whole || problem.detail || problem.title || `the server responded with status ${status}`;
  return new ApiError(status, said, named);
}
