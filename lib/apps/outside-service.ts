import "server-only";
import { createHash } from "node:crypto";
import type { z } from "zod";
import {
  OUTSIDE_FILE_BYTES,
  OUTSIDE_FILE_MS,
  OUTSIDE_FILES_AT_ONCE,
  OUTSIDE_FILES_AT_ONCE_ALL,
} from "@/lib/config/outside-limits";
import { createEgressFetch, type EgressFetchError } from "@/lib/egress/egress-fetch.server";
import { listBlockedAmong, requireUnlimited } from "@/lib/moderation/standing-service";
import { AppError } from "@/lib/shared/errors";
import type { Actor } from "./access-service";
import type { OutsideFile, OutsideKind, outsideFileRequest, OUTSIDE_FAILURES } from "./outside-contract";

/**
 * Files that a package loads from elsewhere, which its maker wants in the package, and those of a page that becomes one.
 *
 * Trust model. Untrusted: whoever asks, who chooses the address, and the host behind it. The request must not reach this
 * machine or its network (createEgressFetch), nor exhaust it: it is bounded in size, time and number. What comes back is
 * data in JSON, of a type that a page loads, so that nothing foreign is served from our address.
 */
type Fetch = ReturnType<typeof createEgressFetch>;
type Failure = (typeof OUTSIDE_FAILURES)[number];

const ACCEPT: Record<OutsideKind, string> = {
  script: "text/javascript,application/javascript,*/*;q=0.1",
  style: "text/css,*/*;q=0.1",
  asset: "font/woff2,font/*,image/*,*/*;q=0.1",
  media: "audio/*,video/*,*/*;q=0.1",
  page: "text/html,application/xhtml+xml,*/*;q=0.1",
};

const TYPES: Record<OutsideKind, RegExp> = {
  script: /^(?:text|application)\/(?:x-)?(?:java|ecma)script$/,
  style: /^text\/css$/,
  asset: /^(?:font|image)\/|^application\/(?:x-)?font-|^application\/vnd\.ms-(?:fontobject|opentype)$/,
  media: /^(?:audio|video)\/|^application\/ogg$|^text\/vtt$/,
  page: /^text\/html$|^application\/xhtml\+xml$/,
};
/** Hosts of fonts often name no type of their own. */
const FONT_FILE = /\.(?:woff2?|[ot]tf|eot)$/i;

const FAILURES: Record<EgressFetchError, Failure> = {
  bad_url: "address",
  bad_scheme: "address",
  bad_port: "address",
  credentials: "address",
  address_literal: "address",
  host_not_allowed: "address",
  bad_method: "address",
  host_blocked: "blocked",
  // The response does not reveal which of them.
  private_address: "unreachable",
  unresolvable: "unreachable",
  unreachable: "unreachable",
  too_many_redirects: "unreachable",
  too_large: "large",
  timeout: "slow",
};

const inFlight = new Map<string, number>();
let running = 0;

/**
 * Fetches a file once.
 * @throws AppError restricted, rate_limited while that person has others under way, unavailable while everybody has
 */
export async function fetchOutsideFile(
  { viewer, request }: { viewer: Actor; request: z.output<typeof outsideFileRequest> },
  fetchOutside: Fetch = createEgressFetch(),
): Promise<OutsideFile> {
  await requireUnlimited(viewer);
  const mine = inFlight.get(viewer.id) ?? 0;
  if (mine >= OUTSIDE_FILES_AT_ONCE) throw new AppError("rate_limited", { retryAfter: 1 });
  if (running >= OUTSIDE_FILES_AT_ONCE_ALL) throw new AppError("unavailable", { retryAfter: 2 });
  inFlight.set(viewer.id, mine + 1);
  running++;
  try {
    return await fetchFile(request, fetchOutside);
  } finally {
    running--;
    const left = inFlight.get(viewer.id)! - 1;
    if (left > 0) inFlight.set(viewer.id, left);
    else inFlight.delete(viewer.id);
  }
}

async function fetchFile(
  { url, kind, integrity }: z.output<typeof outsideFileRequest>,
  fetchOutside: Fetch,
): Promise<OutsideFile> {
  const outcome = await fetchOutside({
    method: "GET",
    url,
    headers: [["accept", ACCEPT[kind]]],
    body: null,
    allowedHosts: async (host) => (await listBlockedAmong([host])).length === 0,
    bounds: { bytes: OUTSIDE_FILE_BYTES, ms: OUTSIDE_FILE_MS, cut: false },
  });
  const failed = (reason: Failure): OutsideFile => ({ state: "failed", reason });
  if (!outcome.ok) return failed(FAILURES[outcome.error]);
  if (outcome.status !== 200) return failed("status");
  const named = outcome.headers.find(([name]) => name === "content-type")?.[1] ?? "";
  const contentType = named.split(";")[0]!.trim().toLowerCase();
  const isFont = kind === "asset" && FONT_FILE.test(new URL(outcome.url).pathname);
  if (!TYPES[kind].test(contentType) && !(isFont && contentType === "application/octet-stream"))
    return failed("type");
  if (!matches(outcome.body, integrity)) return failed("integrity");
  return {
    state: "fetched",
    url: outcome.url,
    contentType,
    sha256: createHash("sha256").update(outcome.body).digest("hex"),
    content: Buffer.from(outcome.body).toString("base64"),
  };
}

/** As browsers do: the strongest of the algorithms that are named counts, and what names none holds. */
function matches(body: Uint8Array, integrity: string): boolean {
  const named = [...integrity.matchAll(/(?:^|\s)(sha(?:256|384|512))-([A-Za-z0-9+/_=-]+)/g)].map(
    ([, algorithm, digest]) => ({ algorithm: algorithm!, digest: digest! }),
  );
  const strongest = named
    .map(({ algorithm }) => algorithm)
    .sort()
    .at(-1);
  if (strongest === undefined) return true;
  const actual = createHash(strongest).update(body).digest();
  return named.some(
    ({ algorithm, digest }) => algorithm === strongest && Buffer.from(digest, "base64").equals(actual),
  );
}
