import { NamedError } from "../errors.ts";
import { routes } from "./routes.ts";

const pattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{[^}]+\}/g, "[^/]+")}$`);

const patterns = routes.map(({ method, path }) => ({ method, path, pattern: pattern(path) }));

/**
 * Returns the methods of a path, with HEAD wherever there is GET; empty for an unknown path. A literal path takes precedence over
 * a parameter: /videos/upload is no video.
 */
export const allowedMethods = (path: string): string[] => {
  const own = patterns.filter((route) => route.path === path);
  const found = own.length > 0 ? own : patterns.filter((route) => route.pattern.test(path));
  const methods = found.map((route): string => route.method);
  if (methods.length === 0) return [];
  const all = new Set(methods.includes("GET") ? ["GET", "HEAD", ...methods] : methods);
  return [...all, "OPTIONS"];
};

/** Returns the error for a path without a route. */
export const routeNotFound = (path: string): NamedError => {
  const shown = path.slice(0, 200);
  const bare = path.replace(/\/+$/, "");
  const remedy =
    bare !== path && allowedMethods(bare).length > 0
      ? "Remove the trailing slash"
      : "GET /docs lists the paths";
  return new NamedError("RouteNotFound", `The path ${shown} does not exist. ${remedy}.`);
};
