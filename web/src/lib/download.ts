/** Offers a file for download. */
export function download(name: string, content: Blob | string): void {
  const link = document.createElement('a');
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content]) : content);
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // a download begins after the click has been handled
}
