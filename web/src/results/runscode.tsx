/** What a form that plays bots does on the server. */
export function RunsCode() {
  return (
    <p class="note">
      Playing a bot runs its code on the server's machine: in a box as far as the machine can, and with the
      permissions of the server where it cannot.
    </p>
  );
}
