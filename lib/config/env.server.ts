import { z } from "zod";
import { parseHostPorts } from "./host-ports";

const flag = z
  .enum(["0", "1", "true", "false", ""])
  .default("0")
  .transform((value) => value === "1" || value === "true");
const optional = z
  .string()
  .optional()
  .transform((value) => value || undefined);

const vapidKey = (characters: number) =>
  z
    .string()
    .regex(new RegExp(`^[\\w-]{${characters}}$`), `must be ${characters} characters of base64url.`)
    .or(z.literal(""))
    .optional()
    .transform((value) => value || undefined);

const REDIS_PORT = 6379;
const SENTINEL_PORT = 26379;

const hostPorts = (defaultPort: number) =>
  z
    .string()
    .default("")
    .transform((value, context) => {
      const found = parseHostPorts(value, defaultPort);
      if (found) return found;
      context.addIssue(
        `must be a list such as redis-1.internal:${defaultPort},redis-2.internal:${defaultPort}.`,
      );
      return z.NEVER;
    });

const secret = z.string().min(16, "must have at least 16 characters.").or(z.literal("")).default("");

const schema = z.object({
  DATABASE_URL: z.string().min(1, "DATABASE_URL is not set. `npm start` provides one."),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  DATABASE_POOLER: flag,
  /** A streaming replica of the same database, for feeds, search and the store's lists. */
  DATABASE_REPLICA_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "DATABASE_REPLICA_URL must be the address of a PostgreSQL, postgresql://…")
    .or(z.literal(""))
    .optional()
    .transform((value) => value || undefined),
  APP_URL: z.url().transform((url) => url.replace(/\/+$/, "")),
  /** From the shutdown signal until the server stops listening. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(600).default(0),
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
  NEXTAUTH_SECRET: secret,
  /** Still verifies signatures from before NEXTAUTH_SECRET was rotated. */
  NEXTAUTH_SECRET_PREVIOUS: secret,
  /**
   * Protects stored values, encrypted or hashed, and derives the ids that apps get for people; never changes. NEXTAUTH_SECRET if
   * it is not set.
   */
  DATA_SECRET: secret,
  VAR_DIR: z.string().default("var"),
  ADMIN_EMAIL: optional,
  /** A folder with the instance's own pages, for example `terms.en.md`. */
  INSTANCE_PAGES_DIR: optional,
  SIGNUPS_DISABLED: flag,
  PUBLIC_PROFILES: flag,
  /** Sign-in providers: each is available once its client id and secret are set. */
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
  /** The algorithm with which the issuer signs its ID tokens. */
  AUTH_OIDC_ALGORITHM: z.enum(["RS256", "PS256", "ES256", "EdDSA"]).default("RS256"),
  /** Whether to trust the issuer's `email_verified`. */
  AUTH_OIDC_TRUST_EMAIL: flag,
  /** Allowed redirect addresses of hosted clients, apart from this instance. */
  AUTH_REDIRECT_URLS: z
    .string()
    .default("")
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .refine(
      (urls) =>
        urls.every((url) => URL.canParse(url) && !/^(javascript|data|vbscript|blob|file|about):/i.test(url)),
      "AUTH_REDIRECT_URLS must be addresses such as https://app.example or app.example:/back.",
    ),
  /** Chains whose wallets sign in through hosted clients, in CAIP-2: `eip155:1 solana:mainnet`. */
  AUTH_WEB3_CHAINS: z
    .string()
    .default("")
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .refine(
      (chains) => chains.every((chain) => /^(eip155:[1-9]\d{0,11}|solana:[a-z]{1,20})$/.test(chain)),
      "AUTH_WEB3_CHAINS must be chains such as eip155:1 or solana:mainnet.",
    ),
  REQUIRE_EMAIL_CONFIRMATION: flag,
  SMTP_URL: optional,
  MAIL_FROM: z.string().default("Gum <no-reply@gum.test>"),
  /** The key pair of web push in base64url; without it there is none. */
  VAPID_PUBLIC_KEY: vapidKey(87),
  VAPID_PRIVATE_KEY: vapidKey(43),
  /** The operator's contact address for push services. */
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/, "VAPID_SUBJECT must be a mailto: or https: address.")
    .or(z.literal(""))
    .optional(),
  TURNSTILE_SITE_KEY: optional,
  TURNSTILE_SECRET_KEY: optional,
  TURNSTILE_VERIFY_URL: z.url().default("https://challenges.cloudflare.com/turnstile/v0/siteverify"),
  TURNSTILE_DISABLED: flag,
  S3_ENDPOINT: optional,
  S3_BUCKET: optional,
  S3_REGION: z.string().default("auto"),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  /** Where browsers read public files without this process: a CDN or public bucket, as the URL below which their keys are. */
  S3_CDN_URL: z.url().or(z.literal("")).optional(),
  /** … or the endpoint of the store as browsers reach it, for URLs that are signed and expire. */
  S3_PRESIGNED_ENDPOINT: z.url().or(z.literal("")).optional(),
  REDIS_URL: optional,
  /** Instead of REDIS_URL: the Sentinels, which name the current master of REDIS_SENTINEL_NAME. */
  REDIS_SENTINELS: hostPorts(SENTINEL_PORT),
  REDIS_SENTINEL_NAME: optional,
  /** For the Sentinels themselves. */
  REDIS_SENTINEL_USERNAME: optional,
  REDIS_SENTINEL_PASSWORD: optional,
  /** Or some servers of a Redis Cluster, which name the others. */
  REDIS_CLUSTER: hostPorts(REDIS_PORT),
  /** For the servers of a cluster, or that Sentinels name; REDIS_URL has its own. */
  REDIS_USERNAME: optional,
  REDIS_PASSWORD: optional,
  /** The URL of bin/realtime.mjs, to which websockets are proxied. */
  REALTIME_URL: optional,
  CRON_SECRET: z
    .string()
    .min(16, "CRON_SECRET must have at least 16 characters.")
    .or(z.literal(""))
    .optional(),
  METRICS_TOKEN: z
    .string()
    .min(16, "METRICS_TOKEN must have at least 16 characters.")
    .or(z.literal(""))
    .optional(),
  /** Whether files that no row names are counted only, or deleted: then the storage must be this instance's alone. */
  ORPHANED_FILES: z.enum(["report", "delete"]).default("report"),
  /** Logs statements that take at least this long; 0 disables it. */
  SLOW_QUERY_MS: z.coerce.number().min(0).default(0),
  /** The DSN for error reports, `https://key@host/project`. */
  ERROR_DSN: z
    .string()
    .regex(
      /^https?:\/\/[^/@:]+(:[^/@]*)?@[^/@]+(\/[^/]+)*\/\w+$/,
      "ERROR_DSN must be of the form https://key@host/project.",
    )
    .or(z.literal(""))
    .optional(),
  PROCESSES: z.coerce.number().int().min(1).default(1),
  SERVERLESS: flag,
  VERCEL: optional,
  RATE_LIMIT_SCALE: z.coerce.number().positive().default(1),
  EGRESS_ORIGIN: optional,
  /** The size of packages: packed, unpacked, of one file, and how many entries. */
  PACKAGE_MAX_MB: z.coerce.number().int().min(1).max(1_000).default(100),
  PACKAGE_UNPACKED_MAX_MB: z.coerce.number().int().min(1).max(2_000).default(300),
  PACKAGE_FILE_MAX_MB: z.coerce.number().int().min(1).max(1_000).default(100),
  PACKAGE_MAX_ENTRIES: z.coerce.number().int().min(1).max(20_000).default(2_000),
  /** The size of a video or a sound recording in a post. */
  RECORDING_MAX_MB: z.coerce.number().int().min(1).max(200).default(40),
  /** Whether apps are tried in a browser of the server before they are published. */
  APP_TRIAL: z
    .enum(["on", "off", ""])
    .default("on")
    .transform((value) => value !== "off"),
  /** The Chromium for that; without it, one of the usual places. */
  CHROMIUM_PATH: optional,
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});

/** What `serverEnv` reads. */
export const SETTING_NAMES: readonly string[] = Object.keys(schema.shape);

const consistent = schema
  .refine((env) => Math.max(env.PACKAGE_FILE_MAX_MB, env.PACKAGE_MAX_MB) <= env.PACKAGE_UNPACKED_MAX_MB, {
    path: ["PACKAGE_UNPACKED_MAX_MB"],
    message: "must not be less than PACKAGE_MAX_MB and PACKAGE_FILE_MAX_MB.",
  })
  .refine((env) => !env.NEXTAUTH_SECRET_PREVIOUS || env.DATA_SECRET, {
    path: ["DATA_SECRET"],
    message:
      "must be set together with NEXTAUTH_SECRET_PREVIOUS, to the secret that the instance began with.",
  })
  .refine((env) => !env.S3_CDN_URL || !env.S3_PRESIGNED_ENDPOINT, {
    path: ["S3_PRESIGNED_ENDPOINT"],
    message: "cannot be set together with S3_CDN_URL.",
  })
  .refine((env) => env.S3_BUCKET || (!env.S3_CDN_URL && !env.S3_PRESIGNED_ENDPOINT), {
    path: ["S3_BUCKET"],
    message: "must be set together with S3_CDN_URL or S3_PRESIGNED_ENDPOINT.",
  })
  .refine((env) => env.REDIS_SENTINELS.length === 0 || !env.REDIS_URL, {
    path: ["REDIS_SENTINELS"],
    message: "cannot be set together with REDIS_URL.",
  })
  .refine((env) => env.REDIS_CLUSTER.length === 0 || (!env.REDIS_URL && env.REDIS_SENTINELS.length === 0), {
    path: ["REDIS_CLUSTER"],
    message: "cannot be set together with REDIS_URL or REDIS_SENTINELS.",
  })
  .refine((env) => env.REDIS_SENTINELS.length === 0 || env.REDIS_SENTINEL_NAME, {
    path: ["REDIS_SENTINEL_NAME"],
    message: "must be set together with REDIS_SENTINELS, to the name of the master.",
  })
  .refine((env) => env.REDIS_SENTINELS.length > 0 || !env.REDIS_SENTINEL_NAME, {
    path: ["REDIS_SENTINELS"],
    message: "must be set together with REDIS_SENTINEL_NAME.",
  })
  .refine((env) => !env.VAPID_PUBLIC_KEY === !env.VAPID_PRIVATE_KEY, {
    path: ["VAPID_PRIVATE_KEY"],
    message: "must be set together with VAPID_PUBLIC_KEY.",
  });

export type ServerEnv = z.infer<typeof schema> & {
  /** The host may freeze or end the process after any response. */
  isServerless: boolean;
  /** True if the instance can be reached from outside: APP_URL is not loopback, or the host is serverless. */
  isDeployed: boolean;
  /** True if several processes serve, or a serverless host may start more. */
  hasSeveralProcesses: boolean;
  /** True if the processes have a Redis in common: REDIS_URL, Sentinels that know one, or a cluster. */
  hasRedis: boolean;
  /** True if connections to the database or its replica go through a pooler in transaction mode, such as PgBouncer. */
  hasTransactionPooler: boolean;
  /** DATA_SECRET, or NEXTAUTH_SECRET in its place. */
  dataSecret: string;
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
  const parsed = consistent.safeParse({ ...process.env, APP_URL: process.env.APP_URL || APP_URL_DEFAULT });
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`The configuration is not usable. ${problems.join(" ")}`);
  }
  const { NEXTAUTH_SECRET, APP_URL, DATABASE_URL, DATABASE_REPLICA_URL = "" } = parsed.data;
  const { DATABASE_POOLER, PROCESSES, SERVERLESS, VERCEL } = parsed.data;
  const { REDIS_URL, REDIS_SENTINELS, REDIS_CLUSTER } = parsed.data;
  const isServerless = SERVERLESS || VERCEL !== undefined;
  // A random secret, so that no session or token is valid without a configured one.
  const signingSecret = NEXTAUTH_SECRET || `${crypto.randomUUID()}${crypto.randomUUID()}`;
  cached = {
    ...parsed.data,
    NEXTAUTH_SECRET: signingSecret,
    dataSecret: parsed.data.DATA_SECRET || signingSecret,
    isServerless,
    isDeployed: isServerless || !isLoopbackHost(new URL(APP_URL).hostname),
    hasSeveralProcesses: PROCESSES > 1 || isServerless,
    hasRedis: REDIS_URL !== undefined || REDIS_SENTINELS.length > 0 || REDIS_CLUSTER.length > 0,
    hasTransactionPooler:
      DATABASE_POOLER ||
      [DATABASE_URL, DATABASE_REPLICA_URL].some((url) => /[?&]pgbouncer=true(&|$)/.test(url)),
    isSignInConfigured: NEXTAUTH_SECRET !== "",
  };
  return cached;
}
