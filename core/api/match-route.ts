import { NamedError } from "../errors.ts";
import { percentDecoded } from "../text/percent-decoded.ts";
import type { Route } from "./route.ts";
import { routes } from "./routes.ts";

const pattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{([^}]+)\}/g, "(?<$1>[^/]+)")}$`);

const patterns = routes.map((route) => ({ route, pattern: pattern(route.path) }));

/**
 * Returns the methods of a path, with HEAD wherever there is GET; empty for an unknown path. A literal path takes precedence over
 * a parameter: /videos/upload is no video.
 */
export const allowedMethods = (path: string): string[] => {
  const own = patterns.filter(({ route }) => route.path === path);
  const found = own.length > 0 ? own : patterns.filter((each) => each.pattern.test(path));
  const methods = found.map(({ route }): string => route.method);
  if (methods.length === 0) return [];
  const all = new Set(methods.includes("GET") ? ["GET", "HEAD", ...methods] : methods);
  return [...all, "OPTIONS"];
};

/** Returns the GET route of a path without literal alternatives, and the parameters of the path; null when there is none. */
export const matchedRead = (path: string): { route: Route; parameters: Record<string, string> } | null => {
  for (const { route, pattern: each } of patterns) {
    const match = route.method === "GET" ? each.exec(path) : null;
    if (match === null) continue;
    const parameters = Object.entries(match.groups ?? {}).map(([name, text]) => [
      name,
      percentDecoded(text) ?? text,
    ]);
    return { route, parameters: Object.fromEntries(parameters) };
  }
  return null;
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
