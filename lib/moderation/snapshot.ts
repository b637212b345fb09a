import type { SubjectType } from "./rules";

type Named = { id: string; username: string };

/** What a report or a decision preserves of its subject. The fields depend on the type. */
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
  /** `type` and `posterKey` are missing in older ones, which have pictures only. */
  media?: { fileKey: string; posterKey?: string | null; type?: string; alt: string }[];
  avatarKey?: string | null;
  bannerKey?: string | null;
  appId?: string | null;
  createdAt?: string;
  room?: { card: { content: unknown } | null } | null;
  /** Of a reported score. */
  score?: Record<string, unknown>;
  /** The answer to a review, if that was reported or deleted. */
  answer?: { appId: string; reviewId: string; text: string };
  /** What an app showed in a post, if that was reported. */
  card?: { postId: string; appId: string; text: string };
  moment?: { alt: string } | null;
  /** For a decision: the packages and hosts that it blocked. */
  blocked?: { packages: string[]; hosts: string[] };
};

const EXCERPT_CHARS = 200;

/** The author at that time. */
export function makerOf(type: SubjectType, id: string, kept: Snapshot): Named | null {
  if (type === "user") return { id, username: kept.username ?? "" };
  return kept.author ?? kept.owner ?? null;
}

export function textOf({ body, content, bio, description }: Snapshot): string {
  return body ?? content ?? bio ?? description ?? "";
}

/** A one-line summary for lists. */
export function excerptOf(kept: Snapshot): string {
  const text = kept.card?.text || (kept.answer?.text ?? kept.name ?? kept.displayName ?? textOf(kept));
  return Array.from(text.replace(/\s+/g, " ").trim()).slice(0, EXCERPT_CHARS).join("");
}

/** What an app says: in its card, beside a moment, or as a reported score or answer. */
export function extraOf({ room, moment, ...kept }: Snapshot): string | null {
  return saidOf(kept) ?? (wordsIn([room?.card?.content, moment?.alt]).join(" · ") || null);
}

/** What the report is about, if that is less than its subject. */
export function saidOf({ card, score, answer }: Pick<Snapshot, "card" | "score" | "answer">): string | null {
  return card?.text ?? answer?.text ?? (score ? wordsIn(score).join(" · ") : null);
}

function wordsIn(value: unknown): string[] {
  if (typeof value === "string") return value.trim() ? [value] : [];
  if (typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(wordsIn) : [];
}

/** The page of a subject that exists. */
export function hrefOf(type: SubjectType, id: string, kept: Snapshot): string {
  // Where the words are that the person or the app is reported for.
  if (kept.card) return `/post/${kept.card.postId}`;
  if (kept.answer) return `/apps/${kept.answer.appId}#reviews`;
  if (type === "user") return `/profile/${id}`;
  if (type === "app") return `/apps/${id}`;
  if (type === "post") return `/post/${id}`;
  if (type === "collection") return `/collections/${id}`;
  return `/apps/${kept.appId ?? ""}#${type === "review" ? "reviews" : "comments"}`;
}
