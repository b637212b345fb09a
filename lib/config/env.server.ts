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
  DATABASE_URL: z.string().min(1, "DATABASE_URL is not set. Start Gum with `npm start`, which provides one."),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  APP_URL: optional.pipe(z.url().optional()),
  PORT: z.coerce.number().int().default(3000),
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
  RATE_LIMIT_SCALE: z.coerce.number().positive().default(1),
  EGRESS_ORIGIN: optional,
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});

export type ServerEnv = Omit<z.infer<typeof schema>, "PORT"> & {
  /** The address people use, without a slash at its end. */
  APP_URL: string;
  /** True where people outside this machine can reach the instance: APP_URL names a host that is not loopback. */
  isDeployed: boolean;
  /** False where NEXTAUTH_SECRET is not set: nobody can sign in then, and what needs no account works. */
  isSignInConfigured: boolean;
};

const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** True if `hostname` (as a URL gives it) is this machine's own. */
function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_HOSTS.has(hostname) || hostname.endsWith(".localhost");
}

let cached: ServerEnv | undefined;

/**
 * The server's configuration, read from the environment once.
 * @throws Error whose message names each variable that is missing or wrong, in words for the person who hosts.
 */
export function serverEnv(): ServerEnv {
  if (cached) return cached;
  const parsed = schema.safeParse(process.env);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`The configuration is not usable. ${problems.join(" ")}`);
  }
  const { NEXTAUTH_SECRET, PORT, ...rest } = parsed.data;
  // Next sets PORT to the one it listens on.
  const APP_URL = (rest.APP_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, "");
  cached = {
    ...rest,
    APP_URL,
    // One that nobody knows: no session, and no token, is valid without a configured one.
    NEXTAUTH_SECRET: NEXTAUTH_SECRET || `${crypto.randomUUID()}${crypto.randomUUID()}`,
    isDeployed: !isLoopbackHost(new URL(APP_URL).hostname),
    isSignInConfigured: NEXTAUTH_SECRET !== "",
  };
  return cached;
}
