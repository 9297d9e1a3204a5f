/** What a form that plays bots does on the server. */
export function RunsCode() {
  return (
    <p class="note">
      Bots run on the server: sandboxed where supported; otherwise with the server's permissions.
    </p>
  );
}
