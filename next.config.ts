import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Types and lint are checked by `npm test`; a person's first `npm start` does not wait for them.
  typescript: { ignoreBuildErrors: true },
  // jsonc-parser's CommonJS build loads its parts by a `require` that no bundler can follow.
  serverExternalPackages: ["@node-rs/argon2", "sharp", "pino", "pg", "ioredis", "jsonc-parser"],
  // The run document is asked for without a trailing slash; the shell's own headers are set in lib/server/http/page-gate.ts.
  // What Next's router is built with is told to Next's own builds only; instrumentation-client.ts reads the router, too.
  turbopack: {
    resolveAlias: {
      "react-server-dom-webpack/client": "next/dist/compiled/react-server-dom-turbopack/client",
    },
  },
  experimental: { optimizePackageImports: ["lucide", "lucide-react"] },
  // The shell may also be opened there; hot reload would otherwise be refused.
  allowedDevOrigins: ["127.0.0.1"],
  devIndicators: false,
  // Else the types would be told as what else ends with .ts: video.
  headers: () =>
    Promise.resolve([
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
