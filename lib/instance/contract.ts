import { z } from "zod";
import { ANNOUNCEMENT_MAX_CHARS, BLOCKED_DOMAINS_MAX, INVITATION_CODE_CHARS } from "@/lib/config/limits";
import { userShortSchema } from "@/lib/people/user-contract";
import { idSchema, listOf, pageOf } from "@/lib/shared/contract";
import { maxGraphemes } from "@/lib/shared/text-contract";
import { readDomain, SIGNUP_MODES, TERMS_VERSION_MAX } from "./rules";

const domainSchema = z.string().transform((typed, context) => {
  const domain = readDomain(typed);
  if (domain) return domain;
  context.addIssue({
    code: "custom",
    message: "This is no domain name.",
    params: { code: "domain_invalid" },
  });
  return z.NEVER;
});

/** The settings that an admin can change while the instance runs. */
export const instanceSettingsSchema = z.strictObject({
  signups: z.enum(SIGNUP_MODES),
  /** Blocks sign-ups with addresses of these domains and their subdomains. */
  blockedEmailDomains: z
    .array(domainSchema)
    .max(BLOCKED_DOMAINS_MAX)
    .transform((domains) => [...new Set(domains)].sort()),
  /** Guests see profiles, posts and published apps. */
  publicProfiles: z.boolean(),
  /** The version of the terms that people must have agreed to. */
  termsVersion: z.number().int().min(1).max(TERMS_VERSION_MAX),
});
export type InstanceSettings = z.infer<typeof instanceSettingsSchema>;

/** Body of `PATCH /v1/admin/settings`: only what changes. */
export const instanceSettingsBody = instanceSettingsSchema.partial();
export type InstanceSettingsBody = z.input<typeof instanceSettingsBody>;

const announcementSchema = z.object({
  id: z.string(),
  text: z.string(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
});
export type Announcement = z.infer<typeof announcementSchema>;
export const announcementsSchema = listOf(announcementSchema);
export const announcementBody = z.strictObject({
  text: z.string().trim().min(1).check(maxGraphemes(ANNOUNCEMENT_MAX_CHARS)),
});

export const invitationSchema = z.object({
  id: z.string(),
  code: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** Who signed up with it. */
  invitee: userShortSchema.nullable(),
});
export type Invitation = z.infer<typeof invitationSchema>;

/** A person's invitations, newest first, without unused ones that have ended. */
export const invitationsSchema = z.object({
  mode: z.enum(SIGNUP_MODES),
  /** How many more can be open at once. */
  left: z.number(),
  /** When a new account may create its first; null if it may now. */
  from: z.string().nullable(),
  items: z.array(invitationSchema),
});
export type Invitations = z.infer<typeof invitationsSchema>;

/** As typed by a person; anything longer cannot be a code. */
export const invitationCodeSchema = z
  .string()
  .trim()
  .max(INVITATION_CODE_CHARS * 3)
  .optional();

/** Query of `GET /v1/admin/invitations`: the people whom a person invited, or the roots of the tree. */
export const treeQuery = z.strictObject({
  of: idSchema.optional(),
  after: idSchema.optional(),
  limit: z.coerce.number().int().min(1).max(50).default(30),
});
export type TreeQuery = z.infer<typeof treeQuery>;

const branchSchema = z.object({
  person: userShortSchema,
  joinedAt: z.string(),
  /** How many people they invited. */
  invited: z.number(),
});
export type Branch = z.infer<typeof branchSchema>;
export const treePageSchema = pageOf(branchSchema);
export type TreePage = z.infer<typeof treePageSchema>;
