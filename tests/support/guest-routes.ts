/**
 * Every API route that does not ask a guest to sign in, with the reason. All others answer 401: the permission matrix
 * compares. A new route for guests is added here by hand, so that somebody says why.
 */
type OpenRoutes = readonly (readonly [reason: string, ...routes: string[]])[];

export const OPEN_TO_GUESTS: OpenRoutes = [
  ["Probes, and facts about the instance", "GET /api/health", "GET /api/ready", "GET /api/instance"],
  ["The document of the API", "GET /api/openapi.json"],
  ["Schedulers, which have a secret instead of an account", "GET /api/cron/[job]", "POST /api/cron/[job]"],
  ["Link previews of what guests may see; for anything else there is nothing", "GET /api/oembed"],
  ["Pictures and recordings, whose random addresses only the posts name", "GET /api/files/[...key]"],
  [
    "Apps that their owners share by a link, and the list of public apps",
    "GET /api/apps/public",
    "GET /api/apps/share/[shareId]",
    "GET /api/apps/share/[shareId]/banner",
    "GET /api/apps/share/[shareId]/icon",
    "GET /api/apps/share/[shareId]/package",
    "GET /api/apps/share/[shareId]/screenshots/[index]",
    "GET /api/apps/share/[shareId]/trial/[picture]",
  ],
  ["The package of a trial, whose token the server's browser has", "GET /api/trial/package"],
  [
    "Signing up and in, and the steps in between",
    "GET /api/v2/auth/username",
    "POST /api/v2/auth/challenge",
    "POST /api/v2/auth/login",
    "POST /api/v2/auth/otp",
    "POST /api/v2/auth/passkeys/options",
    "POST /api/v2/auth/passkeys/sign-in",
    "POST /api/v2/auth/providers/[provider]",
    "POST /api/v2/auth/refresh",
    "POST /api/v2/auth/signup",
    "POST /api/v2/auth/signup/provider",
  ],
  [
    "The codes and links of mails, which prove who uses them",
    "POST /api/v1/digest/unsubscribe",
    "POST /api/v2/auth/email/confirm",
    "POST /api/v2/auth/recover",
    "POST /api/v2/auth/recover/confirm",
    "POST /api/v2/auth/sessions/end",
    "POST /api/v2/auth/verify",
  ],
  ["Suspended people cannot sign in; a token of the refusal lets them appeal", "POST /api/v2/auth/appeal"],
  ["Signing out, also of a session that has ended", "GET /api/v2/auth/ended", "POST /api/v2/auth/logout"],
  [
    "The same steps for hosted clients",
    "GET /api/hosted/auth/v1/.well-known/jwks.json",
    "GET /api/hosted/auth/v1/authorize",
    "GET /api/hosted/auth/v1/health",
    "GET /api/hosted/auth/v1/settings",
    "GET /api/hosted/auth/v1/verify",
    "POST /api/hosted/auth/v1/logout",
    "POST /api/hosted/auth/v1/otp",
    "POST /api/hosted/auth/v1/recover",
    "POST /api/hosted/auth/v1/resend",
    "POST /api/hosted/auth/v1/signup",
    "POST /api/hosted/auth/v1/token",
    "POST /api/hosted/auth/v1/verify",
  ],
  [
    "Second factors of hosted clients, whose session has only the password until then",
    "POST /api/hosted/auth/v1/factors/[id]/verify",
    "POST /api/hosted/auth/v1/factors/recovery-codes/verify",
  ],
  [
    "What hosted backends have and an instance does not: whoever asks is told so",
    "DELETE /api/hosted/[...unknown]",
    "GET /api/hosted/[...unknown]",
    "PATCH /api/hosted/[...unknown]",
    "POST /api/hosted/[...unknown]",
    "POST /api/hosted/auth/v1/sso",
    "PUT /api/hosted/[...unknown]",
  ],
  [
    "Public files of hosted clients, and signed addresses, which browsers open without a session",
    "GET /api/hosted/storage/v1/object/public/[...path]",
    "GET /api/hosted/storage/v1/object/sign/[...path]",
    "GET /api/hosted/storage/v1/render/image/[access]/[...path]",
    "PUT /api/hosted/storage/v1/object/upload/sign/[...path]",
  ],
];

/** Beside those, on instances whose posts and profiles are public. */
export const OPEN_WITH_PUBLIC_PROFILES: OpenRoutes = [
  [
    "The pictures of public posts and their apps",
    "GET /api/apps/[id]/banner",
    "GET /api/apps/[id]/icon",
    "GET /api/posts/[id]/moment/picture",
    "GET /api/rooms/[id]/card/picture",
  ],
  ["What people say about public apps, with their names", "GET /api/apps/[id]/reviews"],
  [
    "Public collections of apps, like the pages that show them",
    "GET /api/v1/collections/[id]",
    "GET /api/v1/collections/[id]/apps",
  ],
];
