import { routes } from "./routes.ts";

const pattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{[^}]+\}/g, "[^/]+")}$`);

const patterns = routes.map((route) => ({ method: route.method, pattern: pattern(route.path) }));

/** Methods that a path answers, with HEAD wherever there is GET; empty for an unknown path. */
export const methodsOf = (path: string): string[] => {
  const methods = patterns.filter((route) => route.pattern.test(path)).map((route): string => route.method);
  if (methods.length === 0) return [];
  const all = new Set(methods.includes("GET") ? ["GET", "HEAD", ...methods] : methods);
  return [...all, "OPTIONS"];
};
