import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const SECURITY_HEADERS = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()" },
];

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Types and lint are checked by `npm test`; a person's first `npm start` does not wait for them.
  typescript: { ignoreBuildErrors: true },
  // jsonc-parser's CommonJS build loads its parts by a `require` that no bundler can follow.
  serverExternalPackages: ["@node-rs/argon2", "sharp", "pino", "pg", "ioredis", "jsonc-parser"],
  // A folder with everything that serving needs, for containers: NEXT_OUTPUT=standalone (docs/deploy.md).
  output: process.env.NEXT_OUTPUT === "standalone" ? "standalone" : undefined,
  // Read when a page is rendered; hosts that run each route by itself need to be told.
  outputFileTracingIncludes: { "/docs/*": ["./public/docs/*.md"] },
  // The shell may also be opened there; hot reload would otherwise be refused.
  allowedDevOrigins: ["127.0.0.1"],
  devIndicators: false,
  agentRules: false,
  // By default .ts is served as video.
  headers: () =>
    Promise.resolve([
      // Headers that depend on the request are set in middleware.ts; the run document has a policy of its own.
      { source: "/((?!sandbox/run$).*)", headers: SECURITY_HEADERS },
      {
        source: "/docs/:file*.d.ts",
        headers: [{ key: "Content-Type", value: "text/plain; charset=utf-8" }],
      },
    ]),
};

export default createNextIntlPlugin({
  requestConfig: "./lib/i18n/request.ts",
  experimental: {
    // Texts with arguments are compiled at build time: the browser then needs no parser for them (9 KB).
    messages: { path: "./lib/i18n/messages", format: "json", locales: "infer", precompile: true },
  },
})(config);
