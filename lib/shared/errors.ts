/**
 * The stable error codes with status and message. Messages are the specification's (sections 5 and 8) where it has one.
 */
export const ERROR_STATUS = {
  // request
  validation_error: 400,
  invalid_json: 400,
  unsupported_media_type: 415,
  payload_too_large: 413,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  precondition_failed: 412,
  rate_limited: 429,
  too_many_uploads: 429,
  too_many_downloads: 429,
  account_changed: 409,
  storage_conflict: 409,
  data_replaced: 409,
  cross_site: 403,
  unknown_host: 421,
  // who is asking
  unauthenticated: 401,
  forbidden: 403,
  insufficient_scope: 403,
  onboarding_required: 403,
  blocked: 403,
  private_account: 403,
  replies_limited: 403,
  thread_too_long: 400,
  edit_closed: 403,
  too_many_reactions: 409,
  account_suspended: 403,
  account_limited: 403,
  account_new: 403,
  // accounts
  invalid_credentials: 401,
  email_unverified: 403,
  email_taken: 409,
  username_taken: 409,
  signups_disabled: 403,
  invitation_required: 403,
  invitation_invalid: 403,
  email_domain_blocked: 403,
  sign_in_disabled: 503,
  invalid_token: 401,
  invalid_code: 400,
  no_refresh_token: 400,
  second_factor_required: 401,
  passkey_refused: 401,
  reauthentication_required: 403,
  human_check_failed: 400,
  provider_denied: 403,
  provider_failed: 401,
  provider_expired: 400,
  provider_unreachable: 502,
  identity_taken: 409,
  last_sign_in: 409,
  // things
  unknown_app: 404,
  run_first: 403,
  held_by_moderators: 403,
  package_blocked: 403,
  upload_unauthenticated: 401,
  invalid_package: 422,
  invalid_image: 422,
  invalid_recording: 422,
  version_exists: 409,
  version_not_higher: 409,
  share_ended: 404,
  app_does_not_start: 409,
  trial_unseen: 409,
  quota_exceeded: 413,
  room_full: 413,
  room_closed: 403,
  not_in_room: 403,
  unknown_board: 404,
  score_unverified: 422,
  score_used: 409,
  score_checks_busy: 503,
  // egress (sections 5 and 8)
  expired: 400,
  duplicate: 409,
  egress_refused: 403,
  consent_required: 403,
  egress_failed: 502,
  // us
  storage_full: 507,
  unavailable: 503,
  internal: 500,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;

export const ERROR_MESSAGE: Record<ErrorCode, string> = {
  validation_error: "Some of what was sent is not valid.",
  invalid_json: "The request body is not valid JSON.",
  unsupported_media_type: "The request body has a content type that is not accepted here.",
  payload_too_large: "The request body is too large.",
  not_found: "There is nothing here.",
  method_not_allowed: "This URL does not accept that method.",
  conflict: "Somebody else changed this at the same time. Please try again.",
  precondition_failed: "This was changed elsewhere since you loaded it.",
  rate_limited: "Too many attempts. Please try again later.",
  too_many_uploads: "You are sending too much at once. Please try again in a moment.",
  too_many_downloads: "You are downloading too much at once. Please try again in a moment.",
  account_changed: "Somebody else is signed in here now.",
  storage_conflict: "The app has saved on another device since.",
  data_replaced: "You use another version of this app now, with the data of that version.",
  cross_site: "The request came from another site.",
  unknown_host: "This server does not have that name. Its address is set by APP_URL.",
  unauthenticated: "Please sign in to continue.",
  forbidden: "You may not do this.",
  insufficient_scope: "This token may not do that.",
  onboarding_required: "Please finish setting up your account first.",
  private_account: "This account is private.",
  replies_limited: "The author of this thread decides who may reply.",
  thread_too_long:
    "This thread is too long for a new account. Publish a part of it now and the rest tomorrow.",
  edit_closed: "A post can only be edited shortly after it was published.",
  too_many_reactions: "There are too many different reactions here.",
  blocked: "You cannot do this with this person.",
  account_suspended: "This account is suspended.",
  account_limited: "Moderators have limited your account: you can read, but not publish anything for now.",
  account_new: "New accounts can do this after their first day.",
  invalid_credentials: "Invalid email or password",
  email_unverified: "Please verify your email before logging in",
  email_taken: "This email is already registered",
  username_taken: "This username is already in use. Please choose another.",
  signups_disabled: "Sign ups are currently disabled.",
  invitation_required: "An invitation is needed to sign up here.",
  invitation_invalid: "This invitation is not valid, has expired or was used already.",
  email_domain_blocked: "Addresses of this mail provider are not accepted here.",
  sign_in_disabled: "Signing in is not set up on this server.",
  invalid_token: "Your session has expired. Please sign in again.",
  invalid_code: "This code is not right or has expired.",
  no_refresh_token: "No refresh token available",
  second_factor_required: "Enter the code of your authenticator app.",
  passkey_refused: "This passkey was not accepted. Please try again, or sign in another way.",
  reauthentication_required: "Please confirm your password to continue.",
  provider_denied: "Signing in was cancelled at the provider.",
  provider_failed: "The provider did not confirm who you are. Please try again.",
  provider_unreachable: "The provider cannot be reached. Please try again in a moment.",
  provider_expired: "This took too long, or was started in another browser. Please start again.",
  identity_taken: "This sign-in belongs to another account.",
  last_sign_in: "This is the only way to sign in to your account. Add a password or another way first.",
  human_check_failed: "The human check did not succeed. Please try again.",
  unknown_app: "Unknown app",
  run_first: "Open this app once before you review it.",
  held_by_moderators: "Moderators have taken this app down. It cannot be published.",
  package_blocked: "Moderators have blocked this package. It cannot be uploaded here.",
  upload_unauthenticated: "Not authenticated. Please log in to upload apps.",
  invalid_package: "This package cannot be used.",
  invalid_image: "This picture cannot be used.",
  invalid_recording:
    "This file cannot be used. Browsers play MP4 (H.264), WebM, MP3, M4A, AAC, Ogg (Opus) and WAV.",
  version_exists: "This version was already uploaded.",
  version_not_higher: "A new version needs a higher version number.",
  share_ended: "This link has ended.",
  app_does_not_start: "The app does not start.",
  trial_unseen: "The version was tried, and is not public yet.",
  quota_exceeded: "There is no space left for this.",
  room_full: "This shared app has no space left.",
  room_closed: "This shared app is closed: it can be looked at, not changed.",
  not_in_room: "You are not part of this shared app.",
  unknown_board: "The app has no such score board.",
  score_unverified: "This score could not be checked and was not accepted.",
  score_used: "This score was already submitted.",
  score_checks_busy: "Too many scores are being checked. Please try again in a moment.",
  expired: "Request expired",
  duplicate: "Duplicate request",
  egress_refused: "This address may not be reached from an app.",
  consent_required: "The person has not allowed this app to reach that host.",
  egress_failed: "egress unreachable or signature failure",
  storage_full: "The server has no space left. Nothing was saved.",
  unavailable: "The server is busy. Please try again in a moment.",
  internal: "An unexpected error occurred. Please try again.",
};

/** A problem with one field of a request: `path` is dotted (`media.0.alt`), `code` a stable snake_case reason. */
export type FieldProblem = { path: string; code: string; message: string };

type AppErrorOptions = {
  message?: string;
  /** Overrides the problem record's default title. */
  title?: string;
  fields?: FieldProblem[];
  /** In seconds; becomes Retry-After. */
  retryAfter?: number;
  /** Machine-readable details; must be JSON and hold no secret. */
  details?: Record<string, unknown>;
  cause?: unknown;
};

/** An expected failure with a stable code. Services throw it; `route()` turns it into problem+json. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly title: string | undefined;
  readonly fields: FieldProblem[] | undefined;
  readonly retryAfter: number | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? ERROR_MESSAGE[code], { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.title = options.title;
    this.fields = options.fields;
    this.retryAfter = options.retryAfter;
    this.details = options.details;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** A validation error of one field. */
export function fieldError(path: string, code: string, message: string): AppError {
  return new AppError("validation_error", { message, fields: [{ path, code, message }] });
}
