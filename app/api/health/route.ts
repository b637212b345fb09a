import { route } from "@/lib/server/http/route";

/** The process lives. */
export const GET = route({ auth: "none", handler: () => ({ body: { status: "ok" } }) });
