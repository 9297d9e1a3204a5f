/** Cuts text that arrives in pieces into lines. */
export class Lines {
  private rest = '';

  push(piece: string): string[] {
    const lines = (this.rest + piece).split('\n');
    this.rest = lines.pop() ?? '';
    return lines;
  }

  /** Returns the last line when no line end follows it. */
  end(): string[] {
    const last = this.rest;
    this.rest = '';
    return last === '' ? [] : [last];
  }
}

/** Yields the lines of a stream of bytes. */
export async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const lines = new Lines();
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    yield* lines.push(value);
  }
  yield* lines.end();
}
