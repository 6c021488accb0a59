/** Sets a field of a group; `undefined` removes it. */
export const withField = <T extends object, Name extends keyof T>(
  group: T | undefined,
  name: Name,
  value: T[Name] | undefined,
): T => {
  const { [name]: _, ...rest } = (group ?? {}) as T;
  return (value === undefined ? rest : { ...rest, [name]: value }) as T;
};
