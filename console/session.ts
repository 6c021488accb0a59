/**
 * The API key of this browser tab. It is kept in sessionStorage: never in a URL that is sent, a log or localStorage, and it is gone
 * when the tab is closed.
 */
const storageName = "capstack-key";

const fragmentPrefix = "#key=";

/** Returns the key, taken from the fragment of the URL first (`npm start` prints such a link). The fragment is removed immediately. */
export const readKey = (): string | null => {
  if (location.hash.startsWith(fragmentPrefix)) {
    sessionStorage.setItem(storageName, decodeURIComponent(location.hash.slice(fragmentPrefix.length)));
    history.replaceState(null, "", location.pathname + location.search);
  }
  return sessionStorage.getItem(storageName);
};

export const storeKey = (key: string): void => sessionStorage.setItem(storageName, key);
export const forgetKey = (): void => sessionStorage.removeItem(storageName);
