/** Where a reader begins. */
export function Home() {
  return (
    <main class="page">
      <h1>Arbiter</h1>
      <p>A referee for programming games. Play a match and look at it:</p>
      <pre>arbiter play domain builtin:domain/greedy builtin:domain/boss --replay match.jsonl.gz</pre>
      <p>
        Then <a href="/open">open the replay</a>.
      </p>
    </main>
  );
}
