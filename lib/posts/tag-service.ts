import "server-only";
import { TAGS_FRESH_MS, TAGS_SCANNED_POSTS } from "@/lib/config/limits";
import { fromReplica } from "@/lib/db/replica";
import { listTaggedTexts } from "./tag-repository";
import { countTags, tagKey, type TagCount } from "./tags";

type Read = { at: number; tags: Promise<TagCount[]> };
let latest: Read | null = null;

/** Hashtags of recent posts. Each process refreshes them at most every TAGS_FRESH_MS. */
function recentTags(): Promise<TagCount[]> {
  if (latest && Date.now() - latest.at < TAGS_FRESH_MS) return latest.tags;
  const texts = fromReplica(null, () => listTaggedTexts(TAGS_SCANNED_POSTS));
  const read: Read = { at: Date.now(), tags: texts.then(countTags) };
  read.tags.catch(() => {
    if (latest === read) latest = null;
  });
  latest = read;
  return read.tags;
}

/** Trending tags. */
export async function listTrendingTags(limit: number): Promise<TagCount[]> {
  return (await recentTags()).slice(0, limit);
}

/** Tags in use that start with a prefix. */
export async function completeTags(text: string, limit: number): Promise<TagCount[]> {
  const key = tagKey(text);
  return (await recentTags()).filter(({ tag }) => tagKey(tag).startsWith(key)).slice(0, limit);
}
