/** Polls until there is a result; limited by the timeout of the test, so that tests do not depend on speed. */
export async function waitFor<T>(load: () => Promise<T | undefined | false | null>): Promise<T> {
  for (;;) {
    const result = await load();
    if (result) return result;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
