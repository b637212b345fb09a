import { z } from "zod";
import { TRIAL_ERROR_CHARS, TRIAL_ERRORS_MAX, TRIAL_HOSTS_MAX } from "@/lib/config/trial-limits";
import { idParams } from "@/lib/shared/contract";
import { shareParams } from "./contract";
import { TRIAL_CAUSES, TRIAL_OUTCOMES, TRIAL_PICTURES } from "./trial-rules";

/** The results of opening the app once in a browser of the server. */
const trialSchema = z.object({
  outcome: z.enum(TRIAL_OUTCOMES),
  /** Why it failed or was not tried. */
  cause: z.enum(TRIAL_CAUSES).nullable(),
  triedAt: z.string(),
  /** Milliseconds from the start until something is seen. */
  startMs: z.number().nullable(),
  errorCount: z.number(),
  /** For the owner only. */
  errors: z.array(z.string()),
  /** Hosts outside the package that it wanted to reach and was refused. */
  hosts: z.array(z.string()),
  /** The hash of each inline handler that the frame allows. */
  handlers: z.array(z.string()),
  packageBytes: z.number(),
  files: z.number(),
  /** Whether it saved something at its start. */
  saves: z.boolean().nullable(),
  /** Whether it fits a phone without scrolling sideways. */
  fitsPhone: z.boolean().nullable(),
  /** Whether the Tab key reaches something in it. */
  keyboard: z.boolean().nullable(),
  /** URLs. */
  pictures: z.object({ desktop: z.string().nullable(), phone: z.string().nullable() }),
});
export type Trial = z.infer<typeof trialSchema>;

/** Response of `GET|POST /apps/{id}/trial`: the trial of the current version. */
export const appTrialSchema = z.object({
  /** Whether this instance tries apps before they are published. */
  enabled: z.boolean(),
  trial: trialSchema.nullable(),
});
export type AppTrial = z.infer<typeof appTrialSchema>;

/** Body of `POST /apps/{id}/trial`. `again` repeats a trial that has a result. */
export const tryAppSchema = z.strictObject({ again: z.boolean().default(false) });

/** Where a version is not public yet: its package, for the owner of the app. */
export const trialPictureQuery = z.object({
  v: z.string().max(100).optional(),
  package: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
export const trialPictureParams = idParams.extend({ picture: z.enum(TRIAL_PICTURES) });
export const sharedTrialPictureParams = shareParams.extend({ picture: z.enum(TRIAL_PICTURES) });
export const trialPackageQuery = z.object({ token: z.string().max(2_000) });

export const trialVerdictSchema = z.object({
  outcome: z.enum(TRIAL_OUTCOMES),
  cause: z.enum(TRIAL_CAUSES).nullable(),
});

/** A text of the app, which PostgreSQL can store: no NUL, no half characters. */
const appText = (max: number) =>
  z
    .string()
    .max(max)
    .transform((text) => text.replace(/\0|\p{Surrogate}/gu, "\ufffd"));

const time = z.number().nonnegative().nullable();

/** A `TrialReport` as the browser sends it. */
export const trialReportSchema = z.object({
  unreachable: z.boolean(),
  elapsed: time,
  failure: appText(2_000).nullable(),
  shownAt: time,
  loadedAt: time,
  blank: z.boolean(),
  broken: z.boolean(),
  unresponsive: z.enum(["busy", "crashed"]).nullable(),
  errors: z.array(appText(TRIAL_ERROR_CHARS)).max(TRIAL_ERRORS_MAX),
  hosts: z.array(appText(253)).max(TRIAL_HOSTS_MAX),
  saves: z.boolean(),
});
