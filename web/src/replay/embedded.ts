/** The bytes of a text in base64, as an exported page holds its replay. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  let text: string;
  try {
    text = atob(base64);
  } catch {
    throw new Error('the replay inside this page is damaged: not base64; export it again');
  }
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
