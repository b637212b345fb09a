import { z } from "zod";

/** A request that an app makes through its host. */
export const egressRequest = z.strictObject({
  type: z.literal("egress").default("egress"),
  /** Identifies the run; issued by the server at its start. */
  runToken: z.string().min(1).max(2_000),
  req_id: z.string().min(1).max(64),
  /** When the app made the request, in milliseconds since 1970. */
  ts: z.number().int().nonnegative(),
  method: z.string().max(16),
  url: z.string().max(8_192),
  headers: z
    .array(z.tuple([z.string().max(256), z.string().max(8_192)]))
    .max(64)
    .default([]),
  body: z.string().max(1_500_000).nullable().default(null),
  bodyEncoding: z.enum(["text", "base64"]).default("text"),
});
export type EgressRequest = z.infer<typeof egressRequest>;

/** A body that is not valid UTF-8 is sent as base64. */
export const egressResponseSchema = z.object({
  req_id: z.string(),
  status: z.number(),
  statusText: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string(),
  bodyEncoding: z.enum(["text", "base64"]),
  error: z.null(),
});
export type EgressResponse = z.infer<typeof egressResponseSchema>;

/** An entry in an app's network ledger. */
export const egressLedgerEntrySchema = z.object({
  id: z.string(),
  host: z.string(),
  method: z.string(),
  decision: z.string(),
  status: z.number().nullable(),
  bytesUp: z.number(),
  bytesDown: z.number(),
  createdAt: z.string(),
});
export type EgressLedgerEntry = z.infer<typeof egressLedgerEntrySchema>;
