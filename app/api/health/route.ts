import { z } from "zod";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

/** Liveness. */
export const GET = route({
  auth: "none",
  anyHost: true,
  response: z.object({ status: z.string() }),
  handler: () => ({ body: { status: "ok" } }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
