import { INVITATION_CODE_CHARS } from "@/lib/config/limits";

/** Who may sign up: anyone, people with an invitation, nobody. */
export const SIGNUP_MODES = ["open", "invitation", "closed"] as const;
export type SignupMode = (typeof SIGNUP_MODES)[number];

export type ShownAnnouncement = { id: string; text: string };
/** The cookie with the announcement that a guest has dismissed. */
export const ANNOUNCEMENT_COOKIE = "gum-announcement";

/** The pages that every instance has, each a Markdown file per language. */
export type InstancePage = "about" | "rules" | "terms" | "privacy";
/** The pages that people agree to. */
export const AGREED_PAGES = ["terms", "privacy"] as const;
export const TERMS_VERSION_MAX = 1_000_000;

/** The changes of a page that people agree to. */
export type TermsChange = { page: (typeof AGREED_PAGES)[number]; version: number; changes: string[] };

/** Whether the settings show a person's invitations: also old ones, where none are accepted at present. */
export function hasInvitations({ mode, items }: { mode: SignupMode; items: readonly unknown[] }): boolean {
  return mode === "invitation" || items.length > 0;
}

/** The feature flags of the instance. */
export const FEATURES = ["publicProfiles"] as const;

/** Digits and capitals without lookalikes, because codes are copied by hand. */
export const CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const CODE = new RegExp(`^[${CODE_ALPHABET}]{${INVITATION_CODE_CHARS}}$`);

/** The code in what somebody typed or pasted; null if there is none. */
export function readInvitationCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, "");
  return CODE.test(code) ? code : null;
}

/** Formatted for people: in groups of four. */
export function showInvitationCode(code: string): string {
  return code.match(/.{1,4}/g)?.join("-") ?? code;
}

const DOMAIN =
  /^(?=.{3,253}$)([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}][\p{L}\p{N}-]{0,61}[\p{L}\p{N}]$/u;

/** The domain in what somebody typed (`@Mail.Example.` is `mail.example`), in ASCII; null if there is none. */
export function readDomain(typed: string): string | null {
  const name = typed.trim().toLowerCase().replace(/^@/, "").replace(/\.$/, "");
  if (!DOMAIN.test(name)) return null;
  try {
    return new URL(`http://${name}`).hostname;
  } catch {
    return null;
  }
}

/** Whether an address belongs to one of these domains or their subdomains. */
export function isOfDomain(email: string, domains: readonly string[]): boolean {
  const domain = readDomain(email.slice(email.lastIndexOf("@") + 1));
  return domain !== null && domains.some((each) => domain === each || domain.endsWith(`.${each}`));
}
