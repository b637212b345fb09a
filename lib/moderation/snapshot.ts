import type { ThingType } from "./rules";

type Named = { id: string; username: string };

/** What a report or a decision keeps of its subject. Which fields there are depends on what it is. */
export type Snapshot = {
  body?: string;
  content?: string;
  name?: string;
  description?: string;
  displayName?: string;
  username?: string;
  bio?: string;
  author?: Named;
  owner?: Named;
  media?: { fileKey: string; alt: string }[];
  avatarKey?: string | null;
  bannerKey?: string | null;
  appId?: string | null;
  createdAt?: string;
  room?: { card: { content: unknown } | null } | null;
  score?: Record<string, unknown>;
  /** Of a decision: what it blocked for everybody. */
  blocked?: { packages: string[]; hosts: string[] };
};

const EXCERPT_CHARS = 200;

/** The person who made the thing, as it was kept. */
export function makerOf(type: ThingType, id: string, kept: Snapshot): Named | null {
  if (type === "user") return { id, username: kept.username ?? "" };
  return kept.author ?? kept.owner ?? null;
}

export function textOf({ body, content, bio, description }: Snapshot): string {
  return body ?? content ?? bio ?? description ?? "";
}

/** A line that tells things apart in a list. */
export function excerptOf(kept: Snapshot): string {
  const text = kept.name ?? kept.displayName ?? textOf(kept);
  return Array.from(text.replace(/\s+/g, " ").trim()).slice(0, EXCERPT_CHARS).join("");
}

/** The words that an app shows in the post, or the score that was reported. */
export function extraOf({ room, score }: Snapshot): string | null {
  const card = room?.card?.content;
  if (card) return wordsIn(card).join(" · ") || null;
  return score ? wordsIn(score).join(" · ") : null;
}

function wordsIn(value: unknown): string[] {
  if (typeof value === "string") return value.trim() ? [value] : [];
  if (typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(wordsIn) : [];
}

/** The page of a thing that is there. */
export function hrefOf(type: ThingType, id: string, kept: Snapshot): string {
  if (type === "user") return `/profile/${id}`;
  if (type === "app") return `/apps/${id}`;
  if (type === "post") return `/post/${id}`;
  return `/apps/${kept.appId ?? ""}#comments`;
}
