/** A number with commas between its thousands. */
export function grouped(n: number): string {
  return n.toLocaleString('en-US');
}

/** A fault for the log: its kind, the line it quotes, and why. */
export function describeFault({ kind, line, why }: { kind: string; line?: string; why: string }): string {
  return line ? `${kind}: "${line}": ${why}` : `${kind}: ${why}`;
}
