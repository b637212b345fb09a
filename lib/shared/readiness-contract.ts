import { z } from "zod";

const state = z.enum(["ok", "down"]);

/** Answer of `GET /ready`. */
export const readinessSchema = z.object({ ready: z.boolean(), database: state, files: state });
export type Readiness = z.infer<typeof readinessSchema>;
