import { z } from "zod";

/**
 * What a package loads from elsewhere: a script, a style sheet, or a picture or font. The other kinds are those of a page
 * that is imported.
 */
const OUTSIDE_KINDS = ["script", "style", "asset", "media", "page"] as const;
export type OutsideKind = (typeof OUTSIDE_KINDS)[number];

/** Body of `POST /apps/outside-files`. */
export const outsideFileRequest = z.strictObject({
  url: z.string().max(2_000),
  kind: z.enum(OUTSIDE_KINDS),
  /** The attribute of that name, as the page has it. */
  integrity: z.string().max(2_000).default(""),
});
export type OutsideFileRequest = z.input<typeof outsideFileRequest>;

export const OUTSIDE_FAILURES = [
  "address",
  "blocked",
  "unreachable",
  "slow",
  "large",
  "status",
  "type",
  "integrity",
] as const;

/** Response of `POST /apps/outside-files`. That a file cannot be fetched is an answer, not an error. */
export const outsideFileSchema = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("fetched"),
    /** After redirects. */
    url: z.string(),
    contentType: z.string(),
    /** Of the content, in hex. */
    sha256: z.string(),
    /** In base64. */
    content: z.string(),
  }),
  z.object({ state: z.literal("failed"), reason: z.enum(OUTSIDE_FAILURES) }),
]);
export type OutsideFile = z.infer<typeof outsideFileSchema>;
