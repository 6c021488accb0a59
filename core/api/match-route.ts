import { NamedError } from "../errors.ts";
import { routes } from "./routes.ts";

const pattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{[^}]+\}/g, "[^/]+")}$`);

const patterns = routes.map(({ method, path }) => ({ method, path, pattern: pattern(path) }));

/**
 * Methods that a path answers, with HEAD wherever there is GET; empty for an unknown path. A path that is a route's own
 * counts before the routes whose parameter it might be: /videos/upload is no video.
 */
export const allowedMethods = (path: string): string[] => {
  const own = patterns.filter((route) => route.path === path);
  const found = own.length > 0 ? own : patterns.filter((route) => route.pattern.test(path));
  const methods = found.map((route): string => route.method);
  if (methods.length === 0) return [];
  const all = new Set(methods.includes("GET") ? ["GET", "HEAD", ...methods] : methods);
  return [...all, "OPTIONS"];
};

/** The refusal of a path that no route answers. */
export const routeNotFound = (path: string): NamedError => {
  const shown = path.slice(0, 200);
  const bare = path.replace(/\/+$/, "");
  const remedy =
    bare !== path && allowedMethods(bare).length > 0
      ? "leave the slash at its end away"
      : "GET /docs lists what there is";
  return new NamedError("RouteNotFound", `There is no ${shown}: ${remedy}.`);
};
