import { z } from "zod";
import { route } from "@/lib/http/route";

/** Liveness. */
export const GET = route({
  auth: "none",
  anyHost: true,
  response: z.object({ status: z.string() }),
  handler: () => ({ body: { status: "ok" } }),
});
