import { defineConfig } from "prisma/config";

export default defineConfig({
  schema: "../prisma/schema",
  migrations: { path: "../prisma/migrations" },
  // `prisma generate` needs no database: an absent DATABASE_URL is not an error here.
  datasource: { url: process.env.DATABASE_URL ?? "" },
});
