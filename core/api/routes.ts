import type { Route } from "./route.ts";
import { accountRoutes } from "./routes/account-routes.ts";
import { clipRoutes } from "./routes/clip-routes.ts";
import { documentationRoutes } from "./routes/documentation-routes.ts";
import { fontRoutes } from "./routes/font-routes.ts";
import { taskRoutes } from "./routes/task-routes.ts";
import { videoRoutes } from "./routes/video-routes.ts";

/**
 * The one route table. From it come the gateway's routes and the functions behind them, validation and serialisation,
 * the answers to unknown paths and methods, the OpenAPI document and its readable form.
 */
export const routes: readonly Route[] = [
  ...videoRoutes,
  ...taskRoutes,
  ...clipRoutes,
  ...fontRoutes,
  ...accountRoutes,
  ...documentationRoutes,
];

/** The handler of the gateway's `$default`: unknown paths, other methods, OPTIONS, HEAD. File under lambdas/api. */
export const defaultHandler = "default-route";

/** The route of a handler file. Throws for a name that is not in the table: a programming error. */
export const routeOf = (handler: string): Route => {
  const route = routes.find((candidate) => candidate.handler === handler);
  if (route === undefined) throw new Error(`No route has the handler ${handler}`);
  return route;
};
