/** Asks until the answer is there; fails by the test's own timeout, so no test depends on how fast it comes. */
export async function waitFor<T>(ask: () => Promise<T | undefined | false | null>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
