/** Sets a value in a map that keeps only the `maxSize` most recently set keys. */
export const setInLruCache = <K, V>(map: Map<K, V>, key: K, value: V, maxSize: number): void => {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > maxSize && oldest !== undefined) map.delete(oldest);
};
