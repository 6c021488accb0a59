/** Asks until the answer is there; fails by the test's own timeout, so no test depends on how fast it comes. */
export async function waitFor<T>(load: () => Promise<T | undefined | false | null>): Promise<T> {
  for (;;) {
    const result = await load();
    if (result) return result;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
