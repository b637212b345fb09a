import { createHash } from "node:crypto";
import type http from "node:http";
import { typeOfFile } from "@/lib/sandbox/frame/inside/paths";

/** Longer answers are held or cut after their half. */
const HALVED_FROM_BYTES = 1024 * 1024;
const finishing = new Set<string>();
const gone = new Set<string>();
const held = new Map<string, { finish: () => void; lose: () => void }[]>();

/**
 * As the product serves packages, with the hash as the ETag; by ranges too, unless the address says `?whole`. `?held` waits after
 * half of a long answer, until somebody asks for `?finish`; `?cut` loses the connection there, once. `?lose` loses the connections
 * of what waits and of what comes: a browser drops what it has not read of a lost one, so whoever expects a half waits for it first.
 */
export function serveFile(
  { pathname: path, search }: URL,
  file: Uint8Array,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): void {
  if (search === "?finish") {
    finishing.add(path);
    for (const { finish } of held.get(path) ?? []) finish();
    return void response.end();
  }
  if (search === "?lose") {
    gone.add(path);
    for (const { lose } of held.get(path) ?? []) lose();
    return void response.end();
  }
  const headers = {
    "content-type": typeOfFile(path.replace(/gum$/, "zip")),
    "cache-control": "no-store",
    etag: `"${hashOf(file)}"`,
  };
  const ranges = search === "?whole" ? undefined : request.headers.range;
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(ranges ?? "") ?? [];
  if (from === "" && to === "") return void response.writeHead(200, headers).end(file);
  const start = from === "" ? Math.max(0, file.length - Number(to)) : Number(from);
  const end = from === "" || to === "" ? file.length : Number(to) + 1;
  const part = { ...headers, "content-range": `bytes ${start}-${end - 1}/${file.length}` };
  response.writeHead(206, part);
  const half = start + Math.floor((end - start) / 2);
  if (end - start < HALVED_FROM_BYTES || !["?held", "?cut"].includes(search) || finishing.has(path))
    return void response.end(file.subarray(start, end));
  if (gone.has(path)) return void response.destroy();
  const finish = (): void => void response.end(file.subarray(half, end));
  const lose = (): void => void response.destroy();
  if (search === "?held") held.set(path, [...(held.get(path) ?? []), { finish, lose }]);
  if (search === "?cut") finishing.add(path);
  response.write(file.subarray(start, half), () => {
    if (search === "?cut") lose();
  });
}

const hashes = new WeakMap<Uint8Array, string>();
function hashOf(file: Uint8Array): string {
  const known = hashes.get(file) ?? createHash("sha256").update(file).digest("hex");
  hashes.set(file, known);
  return known;
}
