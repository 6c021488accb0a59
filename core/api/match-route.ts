import { routes } from "./routes.ts";

const pattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{[^}]+\}/g, "[^/]+")}$`);

const patterns = routes.map(({ method, path }) => ({ method, path, pattern: pattern(path) }));

/**
 * Methods that a path answers, with HEAD wherever there is GET; empty for an unknown path. A path that is a route's own
 * counts before the routes whose parameter it might be: /videos/upload is no video.
 */
export const methodsOf = (path: string): string[] => {
  const own = patterns.filter((route) => route.path === path);
  const found = own.length > 0 ? own : patterns.filter((route) => route.pattern.test(path));
  const methods = found.map((route): string => route.method);
  if (methods.length === 0) return [];
  const all = new Set(methods.includes("GET") ? ["GET", "HEAD", ...methods] : methods);
  return [...all, "OPTIONS"];
};
