/** What a form that plays bots does on the server. */
export function RunsCode() {
  return (
    <p class="note">
      Playing a bot runs its code on the server's machine. It is sandboxed where that is supported; otherwise
      it has the server's permissions.
    </p>
  );
}
