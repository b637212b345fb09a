import "server-only";
import { AppError } from "@/lib/shared/errors";
import { route } from "./route";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Handler = ReturnType<typeof route>;

const refuse = route({
  auth: "none",
  handler: () => {
    throw new AppError("method_not_allowed");
  },
});

/**
 * Handlers for the methods that a route does not have: Next's own response has neither body nor Allow.
 * @param allowed the methods that the route has
 */
export function otherMethods(...allowed: Method[]): Record<Method | "OPTIONS", Handler> {
  const allow = [...allowed, ...(allowed.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  const refused: Handler = async (request, context) => {
    const response = await refuse(request, context);
    if (response.status === 405) response.headers.set("allow", allow);
    return response;
  };
  const options: Handler = () => Promise.resolve(new Response(null, { status: 204, headers: { allow } }));
  return { GET: refused, POST: refused, PUT: refused, PATCH: refused, DELETE: refused, OPTIONS: options };
}
