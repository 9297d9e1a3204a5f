import type { Answer, Path, Problem, Wanted } from './types';

/** Values for the {names} of a path and, for all others, its query. */
export type Params = Readonly<Record<string, string | number | undefined>>;

/** A Refusal is an answer that is no success. Fields tells what is wrong with what was typed, by its name; build is what a build said. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly fields: Readonly<Record<string, string>>,
  ) {
    super(message);
  }
}

/** Reads from the API. */
export async function get<P extends Path<'get'>>(
  path: P,
  params: Params = {},
  signal?: AbortSignal,
): Promise<Answer<P, 'get'>> {
  const response = await fetch(address(path, params), { signal: signal ?? null });
  return answered(response) as Promise<Answer<P, 'get'>>;
}

/** Asks the API to do something. */
export async function post<P extends Path<'post'>>(
  path: P,
  params: Params = {},
  body?: Wanted<P, 'post'>,
): Promise<Answer<P, 'post'>> {
  return write('POST', path, params, body) as Promise<Answer<P, 'post'>>;
}

/** Sends a file to the API. */
export async function postFile<P extends Path<'post'>>(
  path: P,
  params: Params,
  file: Blob,
): Promise<Answer<P, 'post'>> {
  const headers = { 'Content-Type': 'application/octet-stream' };
  const response = await fetch(address(path, params), { method: 'POST', headers, body: file });
  return answered(response) as Promise<Answer<P, 'post'>>;
}

/** Changes something that is there. */
export async function patch<P extends Path<'patch'>>(
  path: P,
  params: Params,
  body: Wanted<P, 'patch'>,
): Promise<Answer<P, 'patch'>> {
  return write('PATCH', path, params, body) as Promise<Answer<P, 'patch'>>;
}

/** Saves something under its name, in the place of what was there. */
export async function put<P extends Path<'put'>>(
  path: P,
  params: Params,
  body: Wanted<P, 'put'>,
): Promise<Answer<P, 'put'>> {
  return write('PUT', path, params, body) as Promise<Answer<P, 'put'>>;
}

/** Deletes something. What is not there is deleted, too. */
export async function del(path: Path<'delete'>, params: Params): Promise<void> {
  await write('DELETE', path, params, undefined);
}

async function write(method: string, path: string, params: Params, body: unknown): Promise<unknown> {
  const init: RequestInit = { method };
  if (body !== undefined) {
    init.headers = { 'Content-Type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  return answered(await fetch(address(path, params), init));
}

/** The address of a path with its names filled in and the rest as its query; empty values are left out. */
export function address(path: string, params: Params): string {
  const query = new URLSearchParams();
  const names = new Set(path.match(/\{\w+\}/g));
  for (const [name, value] of Object.entries(params)) {
    const slot = `{${name}}`;
    if (names.has(slot)) path = path.replace(slot, encodeURIComponent(String(value)));
    else if (value !== undefined && value !== '') query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

async function answered(response: Response): Promise<unknown> {
  await checked(response);
  return response.status === 204 ? undefined : response.json();
}

/** The event of the window when the server asks for a token, or for another one. */
export const TOKEN_WANTED = 'arbiter:token';

/** Returns a successful answer and throws a Refusal for any other. */
export async function checked(response: Response): Promise<Response> {
  if (response.ok) return response;
  if (response.status === 401) dispatchEvent(new Event(TOKEN_WANTED));
  throw refusal(response.status, await response.text());
}

/** What the server says of a request that it refuses. */
export function refusal(status: number, text: string): Refusal {
  let problem: Problem;
  try {
    problem = JSON.parse(text) as Problem;
  } catch {
    return new Refusal(status, `the server answers ${status}; it may be starting or gone`, {});
  }
  const fields: Record<string, string> = {};
  for (const e of problem.errors ?? []) {
    const name = e.location?.replace(/^(body|query|path)\.?/, '').replace(/[.[].*$/, '') ?? '';
    fields[name] ??= name === 'build' ? String(e.value) : (e.message ?? '');
  }
  return new Refusal(status, problem.detail ?? problem.title ?? `the server answers ${status}`, fields);
}
