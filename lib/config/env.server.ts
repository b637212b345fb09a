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
  /** Proxies of the host's own in front, whose X-Forwarded-For counts. */
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
  SIGNUPS_DISABLED: flag,
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
  /** True where people outside this machine can reach the instance: APP_URL names a host that is not loopback, or a host runs it. */
  isDeployed: boolean;
  /** True where more than one process serves, or a host may start as many as it likes. */
  hasSeveralProcesses: boolean;
  /** True where connections go through a pooler that gives a transaction, not a session: PgBouncer and its like. */
  hasTransactionPooler: boolean;
  /** False where NEXTAUTH_SECRET is not set: nobody can sign in then, and what needs no account works. */
  isSignInConfigured: boolean;
};

const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** True if `hostname` (as a URL gives it) is this machine's own. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_HOSTS.has(hostname) || hostname.endsWith(".localhost");
}

let cached: ServerEnv | undefined;

/**
 * The server's configuration, read from the environment once.
 * @throws Error whose message names each variable that is missing or wrong, in words for the person who hosts.
 */
export function serverEnv(): ServerEnv {
  if (cached) return cached;
  // `next start` tells its port, whether it was given by a flag or the environment.
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
    // One that nobody knows: no session, and no token, is valid without a configured one.
    NEXTAUTH_SECRET: NEXTAUTH_SECRET || `${crypto.randomUUID()}${crypto.randomUUID()}`,
    isDeployed: isServerless || !isLoopbackHost(new URL(APP_URL).hostname),
    hasSeveralProcesses: PROCESSES > 1 || isServerless,
    hasTransactionPooler: DATABASE_POOLER || /[?&]pgbouncer=true(&|$)/.test(DATABASE_URL),
    isSignInConfigured: NEXTAUTH_SECRET !== "",
  };
  return cached;
}
