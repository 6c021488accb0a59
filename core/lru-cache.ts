/** Notes a value in a map that keeps the `most` keys noted last: the memory of a process that serves many accounts. */
export const setInLruCache = <K, V>(map: Map<K, V>, key: K, value: V, most: number): void => {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
};
