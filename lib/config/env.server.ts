import { z } from "zod";

const flag = z
  .enum(["0", "1", "true", "false", ""])
  .default("0")
  .transform((value) => value === "1" || value === "true");
const optional = z
  .string()
  .optional()
  .transform((value) => value || undefined);

const schema = z.object({
  DATABASE_URL: z.string().min(1, "DATABASE_URL is not set. `npm start` provides one."),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  DATABASE_POOLER: flag,
  APP_URL: z.url().transform((url) => url.replace(/\/+$/, "")),
  /** The number of trusted proxies in front, for X-Forwarded-For. */
  TRUST_PROXY: z
    .string()
    .default("0")
    .transform((value) => ({ "": "0", false: "0", true: "1" })[value] ?? value)
    .pipe(
      z.coerce
        .number<string>("must be the number of proxies in front of Gum (1 for one).")
        .int()
        .min(0)
        .max(20),
    ),
  SANDBOX_ORIGIN: optional,
  NEXTAUTH_SECRET: z
    .string()
    .min(16, "NEXTAUTH_SECRET must have at least 16 characters.")
    .or(z.literal(""))
    .default(""),
  VAR_DIR: z.string().default("var"),
  ADMIN_EMAIL: optional,
  SIGNUPS_DISABLED: flag,
  PUBLIC_PROFILES: flag,
  /** Ways to sign in at another provider: each works once its client id and secret are set. */
  AUTH_GITHUB_CLIENT_ID: optional,
  AUTH_GITHUB_CLIENT_SECRET: optional,
  AUTH_GOOGLE_CLIENT_ID: optional,
  AUTH_GOOGLE_CLIENT_SECRET: optional,
  AUTH_DISCORD_CLIENT_ID: optional,
  AUTH_DISCORD_CLIENT_SECRET: optional,
  AUTH_APPLE_CLIENT_ID: optional,
  AUTH_APPLE_TEAM_ID: optional,
  AUTH_APPLE_KEY_ID: optional,
  /** PEM; `\\n` counts as a line break. */
  AUTH_APPLE_PRIVATE_KEY: optional,
  AUTH_OIDC_ISSUER: z
    .url("AUTH_OIDC_ISSUER must be the issuer's address.")
    .or(z.literal(""))
    .optional()
    .transform((value) => value || undefined),
  AUTH_OIDC_CLIENT_ID: optional,
  AUTH_OIDC_CLIENT_SECRET: optional,
  AUTH_OIDC_NAME: z.string().max(40).default("OpenID Connect"),
  /** With which the issuer signs its ID tokens. */
  AUTH_OIDC_ALGORITHM: z.enum(["RS256", "PS256", "ES256", "EdDSA"]).default("RS256"),
  /** Whether the issuer's `email_verified` confirms an address. */
  AUTH_OIDC_TRUST_EMAIL: flag,
  REQUIRE_EMAIL_CONFIRMATION: flag,
  SMTP_URL: optional,
  MAIL_FROM: z.string().default("Gum <no-reply@gum.test>"),
  TURNSTILE_SITE_KEY: optional,
  TURNSTILE_SECRET_KEY: optional,
  TURNSTILE_VERIFY_URL: z.url().default("https://challenges.cloudflare.com/turnstile/v0/siteverify"),
  TURNSTILE_DISABLED: flag,
  S3_ENDPOINT: optional,
  S3_BUCKET: optional,
  S3_REGION: z.string().default("auto"),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  REDIS_URL: optional,
  CRON_SECRET: z
    .string()
    .min(16, "CRON_SECRET must have at least 16 characters.")
    .or(z.literal(""))
    .optional(),
  PROCESSES: z.coerce.number().int().min(1).default(1),
  SERVERLESS: flag,
  VERCEL: optional,
  RATE_LIMIT_SCALE: z.coerce.number().positive().default(1),
  EGRESS_ORIGIN: optional,
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});

export type ServerEnv = z.infer<typeof schema> & {
  /** True if the instance can be reached from outside: APP_URL is not loopback, or the host is serverless. */
  isDeployed: boolean;
  /** True if several processes serve, or a serverless host may start more. */
  hasSeveralProcesses: boolean;
  /** True if connections go through a pooler in transaction mode, such as PgBouncer. */
  hasTransactionPooler: boolean;
  /** False without NEXTAUTH_SECRET: nobody can sign in, and only what needs no account works. */
  isSignInConfigured: boolean;
};

const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_HOSTS.has(hostname) || hostname.endsWith(".localhost");
}

let cached: ServerEnv | undefined;

/**
 * The server's configuration, read from the environment once.
 * @throws Error naming each missing or invalid variable
 */
export function serverEnv(): ServerEnv {
  if (cached) return cached;
  // `next start` sets PORT, also for --port.
  const APP_URL_DEFAULT = `http://localhost:${process.env.PORT || 3000}`;
  const parsed = schema.safeParse({ ...process.env, APP_URL: process.env.APP_URL || APP_URL_DEFAULT });
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`The configuration is not usable. ${problems.join(" ")}`);
  }
  const { NEXTAUTH_SECRET, APP_URL, DATABASE_URL, DATABASE_POOLER, PROCESSES, SERVERLESS, VERCEL } =
    parsed.data;
  const isServerless = SERVERLESS || VERCEL !== undefined;
  cached = {
    ...parsed.data,
    // A random secret, so that no session or token is valid without a configured one.
    NEXTAUTH_SECRET: NEXTAUTH_SECRET || `${crypto.randomUUID()}${crypto.randomUUID()}`,
    isDeployed: isServerless || !isLoopbackHost(new URL(APP_URL).hostname),
    hasSeveralProcesses: PROCESSES > 1 || isServerless,
    hasTransactionPooler: DATABASE_POOLER || /[?&]pgbouncer=true(&|$)/.test(DATABASE_URL),
    isSignInConfigured: NEXTAUTH_SECRET !== "",
  };
  return cached;
}
