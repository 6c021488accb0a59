import type { ResponseTo, Route, RouteDeclaration } from "./route.ts";
import { accountRoutes } from "./routes/account-routes.ts";
import { clipRoutes } from "./routes/clip-routes.ts";
import { documentationRoutes } from "./routes/documentation-routes.ts";
import { fontRoutes } from "./routes/font-routes.ts";
import { keyRoutes } from "./routes/key-routes.ts";
import { operatorRoutes } from "./routes/operator-routes.ts";
import { taskRoutes } from "./routes/task-routes.ts";
import { videoRoutes } from "./routes/video-routes.ts";
import { webhookRoutes } from "./routes/webhook-routes.ts";

/**
 * The route table by handler name. The gateway's routes and functions, the types of handlers, validation, serialization, the responses to
 * unknown paths and methods, the OpenAPI document and the clients all derive from it.
 */
const routeTable = {
  ...videoRoutes,
  ...taskRoutes,
  ...clipRoutes,
  ...fontRoutes,
  ...accountRoutes,
  ...keyRoutes,
  ...webhookRoutes,
  ...operatorRoutes,
  ...documentationRoutes,
} as const satisfies Record<string, RouteDeclaration>;

type RouteTable = typeof routeTable;
export type RouteName = keyof RouteTable;

type Alternatives<D> = D extends { alternatives: readonly (infer R)[] } ? R : never;

/** The schemas of a route's request. */
export type RequestSchemasOf<N extends RouteName> = RouteTable[N]["request"];
/** What the handler of a route returns. */
export type ResponseOf<N extends RouteName> = ResponseTo<
  RouteTable[N]["response"] | Alternatives<RouteTable[N]>
>;

export const routes: readonly Route[] = Object.entries(routeTable).map(
  ([handler, declaration]: [string, RouteDeclaration]) => ({ handler, ...declaration }),
);

/** Returns the route of a handler with its precise type. */
export const routeOf = <N extends RouteName>(handler: N) => ({ handler, ...routeTable[handler] });

/** The handler of all routes that `operator` serves. File in lambdas/api. */
export const operatorHandler = "operator";

/** The handler of the gateway's `$default` route: unknown paths, other methods, OPTIONS, HEAD. File in lambdas/api. */
export const defaultHandler = "default-route";
