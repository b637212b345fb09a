import "server-only";
import { AppError } from "@/lib/shared/errors";
import { type Gateway, route, type RouteHandler } from "./route";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Handlers for unsupported methods in a gateway's error format; see otherMethods. */
export function otherMethodsBehind(gateway: Gateway | undefined, allowed: Method[]) {
  const refuse = route({
    summary: { en: "Refuse a method", ja: "使えないメソッドを拒否する" },
    auth: "none",
    // Without authentication, because the method is wrong for everybody.
    ...(gateway && { gateway: { ...gateway, enter: () => undefined } }),
    handler: () => {
      throw new AppError("method_not_allowed");
    },
  });
  const allow = [...allowed, ...(allowed.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  const refuseWithAllow: RouteHandler = async (request, context) => {
    const response = await refuse(request, context);
    if (response.status === 405) response.headers.set("allow", allow);
    return response;
  };
  // The document of the API leaves these out.
  const refused = Object.assign(refuseWithAllow, { isRefused: true });
  const options: RouteHandler = () =>
    Promise.resolve(new Response(null, { status: 204, headers: { allow, ...gateway?.headers } }));
  return {
    GET: refused,
    POST: refused,
    PUT: refused,
    PATCH: refused,
    DELETE: refused,
    OPTIONS: options,
  } satisfies Record<Method | "OPTIONS", RouteHandler>;
}

/**
 * Handlers for unsupported methods: Next's own response has neither body nor Allow.
 * @param allowed the methods that the route supports
 */
export function otherMethods(...allowed: Method[]): Record<Method | "OPTIONS", RouteHandler> {
  return otherMethodsBehind(undefined, allowed);
}
