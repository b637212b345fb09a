/**
 * Maps failures of sign-in and sign-up to messages of the `errors` namespace and to the field they mark (specification,
 * sections 5 and 8). A flow's own messages take precedence over the friendly ones, which match by code, then by text.
 */
export type AuthFlow = "login" | "signup" | "other";
export type AuthField = "email" | "password" | "username";

type AuthMessage = { key: string; field?: AuthField };

/** Section 8: each flow's own messages. */
export const FLOW_MESSAGES: Readonly<Record<AuthFlow, Readonly<Record<string, AuthMessage>>>> = {
  login: {
    invalid_credentials: { key: "login.invalid_credentials" },
    email_unverified: { key: "login.email_unverified", field: "email" },
    rate_limited: { key: "login.rate_limited" },
  },
  signup: {
    email_taken: { key: "signup.email_taken", field: "email" },
    validation_error: { key: "signup.validation_error", field: "password" },
    rate_limited: { key: "signup.rate_limited" },
  },
  other: {},
};

type FriendlyRow = AuthMessage & {
  /** The cause as the specification names it. */
  cause: string;
  codes: readonly string[];
  /** Matches a backend's message. */
  says?: RegExp;
};

/** Section 5: friendly messages for backend errors. The first match wins. */
export const FRIENDLY_MESSAGES: readonly FriendlyRow[] = [
  {
    cause: "invalid credentials",
    key: "auth.invalid_credentials",
    codes: ["invalid_credentials", "invalid_grant"],
    says: /invalid (login )?credentials/i,
  },
  {
    cause: "email not confirmed",
    key: "auth.email_not_confirmed",
    field: "email",
    codes: ["email_unverified", "email_not_confirmed"],
    says: /email (is )?not confirmed/i,
  },
  {
    cause: "already registered",
    key: "auth.already_registered",
    field: "email",
    codes: ["email_taken", "user_already_exists", "email_exists"],
    says: /(user|email).*already (been )?(registered|exists)/i,
  },
  {
    cause: "short password",
    key: "auth.short_password",
    field: "password",
    codes: ["weak_password"],
    says: /password should be at least|password.*at least 6|password is too short/i,
  },
  {
    cause: "invalid email",
    key: "auth.invalid_email",
    field: "email",
    codes: ["email_address_invalid", "invalid_email"],
    says: /(invalid|valid) (format: )?email|validate email address/i,
  },
  {
    cause: "rate limit",
    key: "auth.rate_limit",
    codes: ["rate_limited", "over_request_rate_limit", "over_email_send_rate_limit"],
    says: /rate limit|too many requests|security purposes/i,
  },
  {
    cause: "signups disabled",
    key: "auth.signups_disabled",
    codes: ["signups_disabled", "signup_disabled"],
    says: /sign-?\s?ups?( are| is)?( not allowed| (currently )?disabled)/i,
  },
  {
    cause: "username taken",
    key: "auth.username_taken",
    field: "username",
    codes: ["username_taken"],
    says: /username.*(taken|in use|already|duplicate)|duplicate key.*username/i,
  },
  {
    cause: "network failure",
    key: "auth.network_failure",
    codes: ["network_failure"],
    says: /failed to fetch|network ?error|network request failed|load failed/i,
  },
  {
    cause: "user not found",
    key: "auth.user_not_found",
    field: "email",
    codes: ["user_not_found"],
    says: /user not found/i,
  },
  {
    cause: "invalid token",
    key: "auth.invalid_token",
    codes: ["invalid_token", "bad_jwt", "session_not_found"],
    says: /invalid (refresh )?token|jwt expired|token has expired/i,
  },
];

/** Neither code nor message is known. */
const UNKNOWN: AuthMessage = { key: "auth.unknown" };
/** No table has this failure. */
const UNEXPECTED: AuthMessage = { key: "auth.unexpected" };

export function authMessageFor(
  failure: { code?: string; message?: string } | null | undefined,
  flow: AuthFlow,
): AuthMessage {
  const { code, message } = failure ?? {};
  if (!code && !message) return UNKNOWN;
  const own =
    code !== undefined && Object.hasOwn(FLOW_MESSAGES[flow], code) ? FLOW_MESSAGES[flow][code] : undefined;
  if (own) return own;
  const row =
    FRIENDLY_MESSAGES.find(({ codes }) => code !== undefined && codes.includes(code)) ??
    FRIENDLY_MESSAGES.find(({ says }) => message !== undefined && says?.test(message));
  return row ? { key: row.key, ...(row.field && { field: row.field }) } : UNEXPECTED;
}
