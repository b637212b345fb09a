import fs from "node:fs";
import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";
import { routeOfFile } from "./lib/shared/route-label";

const SECURITY_HEADERS = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  {
    key: "Permissions-Policy",
    // Passkeys are for our own pages; the run document denies them to app frames, with everything else.
    value:
      "camera=(), microphone=(), geolocation=(), payment=(), usb=(), publickey-credentials-get=(self), publickey-credentials-create=(self)",
  },
];

/** `GET /api/ready` compares it with the database. */
const lastMigration = fs
  .readdirSync("prisma/migrations")
  .filter((name) => /^\d/.test(name))
  .sort()
  .at(-1)!;

/** Metrics are kept by route. */
const routes = fs
  .readdirSync("app", { recursive: true, encoding: "utf8" })
  .flatMap((file) => routeOfFile(file) ?? []);

const config: NextConfig = {
  env: { GUM_LAST_MIGRATION: lastMigration, GUM_ROUTES: routes.join(" ") },
  reactStrictMode: true,
  poweredByHeader: false,
  // `npm test` checks types; a first `npm start` should not wait for them.
  typescript: { ignoreBuildErrors: true },
  // jsonc-parser's CommonJS build has a `require` that bundlers cannot resolve.
  serverExternalPackages: [
    "@node-rs/argon2",
    "sharp",
    "pino",
    "pg",
    "pg-boss",
    "ioredis",
    "jsonc-parser",
    "prom-client",
    "@opentelemetry/api",
    "@opentelemetry/core",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-trace-node",
  ],
  // For containers (docs/deploy.md).
  output: process.env.NEXT_OUTPUT === "standalone" ? "standalone" : undefined,
  // Read at render time; serverless hosts would not bundle them otherwise.
  outputFileTracingIncludes: {
    "/docs/*": ["./public/docs/**/*.md"],
    // Giving consent reads the version of the terms.
    "/**": ["./public/legal/*.md"],
    // Run as a process of its own.
    "/api/apps/*/trial": ["./bin/trial/*.mjs", "./node_modules/playwright-core/**/*"],
  },
  // The shell's second loopback origin; hot reload would refuse it otherwise.
  allowedDevOrigins: ["127.0.0.1"],
  devIndicators: false,
  agentRules: false,
  redirects: () =>
    Promise.resolve([
      // Password managers lead there.
      { source: "/.well-known/change-password", destination: "/settings#security", permanent: false },
    ]),
  headers: () =>
    Promise.resolve([
      // middleware.ts sets the headers that depend on the request; the run document has its own policy.
      { source: "/((?!sandbox/run$).*)", headers: SECURITY_HEADERS },
      // .ts would be served as video.
      {
        source: "/docs/:file*.d.ts",
        headers: [{ key: "Content-Type", value: "text/plain; charset=utf-8" }],
      },
    ]),
};

export default createNextIntlPlugin({
  requestConfig: "./lib/i18n/request.ts",
  experimental: {
    // Compiled messages spare the browser the ICU parser.
    messages: { path: "./lib/i18n/messages", format: "json", locales: "infer", precompile: true },
  },
})(config);
