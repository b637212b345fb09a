/**
 * The HTTP server around Next. It runs under a launcher (npm start, npm run dev) or by itself where DATABASE_URL,
 * NEXTAUTH_SECRET and APP_URL are set: `node bin/server.mjs [--dev]`.
 */
import "./launcher/node-version.mjs";

const { startServer } = await import("./launcher/http-server.mjs");
await startServer({ dev: process.argv.includes("--dev") });
