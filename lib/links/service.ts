import "server-only";
import { uuidv7 } from "uuidv7";
import { JOB_BATCH } from "@/lib/config/limits";
import {
  LINK_BYTES,
  LINK_FETCHES,
  LINK_FRESH_MS,
  LINK_KEPT_MS,
  LINK_PREVIEWS,
  LINK_TIMEOUT_MS,
} from "@/lib/config/link-limits";
import { serverEnv } from "@/lib/config/env.server";
import { createEgressFetch } from "@/lib/egress/egress-fetch.server";
import { randomFileKey } from "@/lib/files/file-key";
import { fileStore } from "@/lib/files/file-store";
import { encodeImage } from "@/lib/files/image-encoder";
import { logger } from "@/lib/infra/logger";
import { isWithinLimit } from "@/lib/infra/rate-limiter";
import { isRestricted, listBlockedAmong } from "@/lib/moderation/standing-service";
import type { Actor } from "@/lib/shared/contract";
import { readPage, type PageAbout } from "./page.server";
import type { LinkCard } from "./contract";
import { presentLink } from "./presenter";
import { deleteUnusedLinks, findLink, findLinkContent, saveLink, type LinkRecord } from "./repository";

/**
 * Link cards in posts.
 *
 * Trust model. Untrusted: whoever posts a link, and the linked pages with their images and hosts. They must neither
 * reach this machine or its network (createEgressFetch) nor exhaust it: fetches are bounded in size, time and number. A
 * card shows only two lines of text and an image that we re-encoded; readers' browsers never contact the page.
 */
type Fetch = ReturnType<typeof createEgressFetch>;

const bounds = (bytes: number, cut: boolean) => ({ bytes, cut, ms: LINK_TIMEOUT_MS });
const WIDTH = 1_200;
const SMALLEST = 64;

/** The id of the URL's card, if it was fetched recently and has something to show. */
export async function findCard(url: string): Promise<string | null> {
  const link = await findLink(url, new Date(Date.now() - LINK_FRESH_MS));
  return link?.title ? link.id : null;
}

/** By person: how many previews they wait for. */
const previewing = new Map<string, number>();

/**
 * The card that a post would have with this URL. Only what was fetched recently beyond the actor's limit, for a restricted
 * actor, and while as many pages are fetched as may be at once: posts come first.
 * @returns null if there is nothing to show
 */
export async function previewCard({
  actor,
  url,
  read = readCard,
}: {
  actor: Actor;
  url: string;
  read?: typeof readCard;
}): Promise<LinkCard | null> {
  const fresh = await findLink(url, new Date(Date.now() - LINK_FRESH_MS));
  // A recent failure is not fetched again, and costs nothing.
  if (fresh && !fresh.title) return null;
  const id = fresh?.id ?? (await fetchPreview(actor, () => read(url)));
  const link = id && (await findLinkContent(id));
  return link ? presentLink(link) : null;
}

async function fetchPreview(actor: Actor, read: () => Promise<string | null>): Promise<string | null> {
  const count = previewing.get(actor.id) ?? 0;
  if (count >= LINK_PREVIEWS || running >= LINK_FETCHES) return null;
  previewing.set(actor.id, count + 1);
  try {
    const mayFetch =
      !(await isRestricted(actor, new Date())) && (await isWithinLimit("linkPreviews", actor.id));
    // Again: others may have begun meanwhile.
    return mayFetch && running < LINK_FETCHES ? await read() : null;
  } catch (error) {
    logger().warn({ err: error }, "could not fetch a linked page");
    return null;
  } finally {
    const others = previewing.get(actor.id)! - 1;
    if (others > 0) previewing.set(actor.id, others);
    else previewing.delete(actor.id);
  }
}

/** By URL: concurrent posts with the same link share one fetch. */
const reading = new Map<string, Promise<string | null>>();
const waiting: (() => void)[] = [];
let running = 0;

/**
 * Fetches the metadata of a URL, unless that was done recently. What the page does is no error.
 * @returns the id of its card; null if there is nothing to show
 */
export function readCard(url: string, fetchOutside: Fetch = createEgressFetch()): Promise<string | null> {
  const known = reading.get(url);
  if (known) return known;
  const read = inTurn(() => readOnce(url, fetchOutside)).finally(() => reading.delete(url));
  reading.set(url, read);
  return read;
}

async function inTurn(work: () => Promise<string | null>): Promise<string | null> {
  if (running >= LINK_FETCHES) {
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // Hands the slot to the next one in the queue.
    if (next) next();
    else running--;
  }
}

async function readOnce(url: string, fetchOutside: Fetch): Promise<string | null> {
  const { hostname } = new URL(url);
  // Our own pages require a sign-in.
  if (hostname === new URL(serverEnv().APP_URL).hostname) return null;
  const fresh = await findLink(url, new Date(Date.now() - LINK_FRESH_MS));
  if (fresh) return fresh.title ? fresh.id : null;
  const about = await fetchPage(url, fetchOutside);
  const image = about?.image ? await fetchImage(about.image, fetchOutside) : null;
  const link = {
    url,
    title: about?.title ?? "",
    description: about?.description ?? "",
    ...(image ?? { imageKey: null, imageWidth: null, imageHeight: null, imageAlt: "" }),
  };
  // Failures are cached, too.
  const { id, droppedKey } = await saveLink({ ...link, id: uuidv7(), readAt: new Date() });
  if (droppedKey) await dropPicture(droppedKey);
  return link.title ? id : null;
}

async function fetchPage(url: string, fetchOutside: Fetch): Promise<PageAbout | null> {
  const outcome = await fetchOutside({
    method: "GET",
    url,
    headers: [["accept", "text/html,application/xhtml+xml"]],
    body: null,
    allowedHosts: isAllowed,
    // The metadata is at the beginning of a page.
    bounds: bounds(LINK_BYTES.page, true),
  });
  if (!outcome.ok || outcome.status !== 200) return null;
  const contentType = outcome.headers.find(([name]) => name === "content-type")?.[1] ?? "";
  if (!/^(text\/html|application\/xhtml\+xml)\b/i.test(contentType)) return null;
  return readPage({ bytes: outcome.body, contentType, url: outcome.url });
}

async function fetchImage(
  { url, alt }: { url: string; alt: string },
  fetchOutside: Fetch,
): Promise<Pick<LinkRecord, "imageKey" | "imageWidth" | "imageHeight" | "imageAlt"> | null> {
  const outcome = await fetchOutside({
    method: "GET",
    url,
    headers: [["accept", "image/webp,image/png,image/jpeg,image/gif"]],
    body: null,
    allowedHosts: isAllowed,
    bounds: bounds(LINK_BYTES.image, false),
  });
  if (!outcome.ok || outcome.status !== 200) return null;
  try {
    const encoded = await encodeImage(outcome.body, { width: WIDTH, height: WIDTH, fit: "inside" });
    if (encoded.width < SMALLEST || encoded.height < SMALLEST) return null;
    const imageKey = randomFileKey("media", encoded.extension);
    await fileStore().put(imageKey, encoded.bytes);
    return { imageKey, imageWidth: encoded.width, imageHeight: encoded.height, imageAlt: alt };
  } catch {
    // A card without its image is better than none.
    return null;
  }
}

const isAllowed = async (host: string) => (await listBlockedAmong([host])).length === 0;

async function dropPicture(key: string): Promise<void> {
  await fileStore()
    .delete(key)
    .catch((error: unknown) => logger().warn({ err: error }, "could not delete a file"));
}

/** Cron job: deletes pages that no post shows any more, and those of blocked hosts. @returns how many */
export async function dropUnusedLinks(now: Date): Promise<number> {
  const keys = await deleteUnusedLinks(new Date(now.getTime() - LINK_KEPT_MS), JOB_BATCH);
  for (const key of keys) if (key) await dropPicture(key);
  return keys.length;
}
