declare module "pg-copy-streams" {
  import type { Submittable } from "pg";
  import type { Readable } from "node:stream";

  export function to(sql: string): Readable & Submittable;
}
