import "server-only";
import type { SignInFacts } from "@/lib/auth/service";
import { signInFacts } from "@/lib/auth/sign-in-response.server";
import { otherMethodsBehind } from "@/lib/http/other-methods";
import type { AppError, ErrorCode } from "@/lib/shared/errors";
import { ABSENT_WAYS } from "./auth-contract";
import { hostedGateway } from "./gateway.server";

/** Maps our errors to the codes and statuses of hosted auth servers; the message stays ours. */
const ERRORS: Partial<Record<ErrorCode, readonly [status: number, code: string]>> = {
  validation_error: [400, "validation_failed"],
  invalid_json: [400, "bad_json"],
  rate_limited: [429, "over_request_rate_limit"],
  unauthenticated: [401, "no_authorization"],
  invalid_token: [403, "bad_jwt"],
  insufficient_scope: [403, "insufficient_scope"],
  account_suspended: [403, "user_banned"],
  invalid_credentials: [400, "invalid_credentials"],
  email_unverified: [400, "email_not_confirmed"],
  email_taken: [422, "user_already_exists"],
  username_taken: [422, "username_taken"],
  signups_disabled: [422, "signup_disabled"],
  invalid_code: [403, "otp_expired"],
  reauthentication_required: [400, "reauthentication_needed"],
  human_check_failed: [400, "captcha_failed"],
  provider_failed: [400, "bad_id_token"],
  provider_expired: [400, "flow_state_expired"],
  identity_taken: [422, "identity_already_exists"],
  last_sign_in: [422, "single_identity_not_deletable"],
  quota_exceeded: [422, "too_many_enrolled_mfa_factors"],
};

function nameOf(error: AppError): readonly [status: number, code: string] {
  const [status, code] = ERRORS[error.code] ?? [error.status, error.code];
  const special = error.details?.hosted;
  if (special === "refresh_token_not_found" || special === "unsupported_grant_type") return [400, special];
  if (special === "mfa_verification_failed") return [422, special];
  if (typeof special === "string") return [status, special];
  const absent = error.fields?.find(({ code: reason }) => Object.hasOwn(ABSENT_WAYS, reason))?.code;
  if (absent) return [ABSENT_WAYS[absent]!, absent];
  const isWeak = error.fields?.some(({ code: reason }) => reason.startsWith("password_"));
  return isWeak && error.code === "validation_error" ? [422, "weak_password"] : [status, code];
}

export const authGateway = hostedGateway(
  (error) => {
    const [status, code] = nameOf(error);
    const reasons = error.fields?.map((field) => field.code) ?? [];
    return {
      status,
      code,
      error_code: code,
      msg: error.message,
      ...(code === "weak_password" && { weak_password: { reasons } }),
    };
  },
  // From this API version on, clients read the error's name from `code`.
  { "x-supabase-api-version": "2024-01-01" },
);

export const otherAuthMethods = (...allowed: Parameters<typeof otherMethodsBehind>[1]) =>
  otherMethodsBehind(authGateway, allowed);

/** For what a browser opens as a page. The address of the page that it came from stays there. */
export function hostedRedirect(url: string, cookies: string[] = []): Response {
  const headers = new Headers({
    location: url,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
  });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/** For sessions started here, whatever user agent the client sends. */
export async function hostedFacts(request: Request, address: string): Promise<SignInFacts> {
  return { ...(await signInFacts(request, address)), kind: "api", device: null };
}
