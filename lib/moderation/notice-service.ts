import "server-only";
import { inTransaction } from "@/lib/db/client";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { listDecisions, setAppeal } from "./decision-repository";
import type { NoticePage, NoticesQuery } from "./notice-contract";
import { presentNotice } from "./presenter";

/** Moderators' decisions about the viewer, newest first. */
export async function listNotices({
  viewer,
  query: { after, limit },
}: {
  viewer: Actor;
  query: NoticesQuery;
}): Promise<NoticePage> {
  const rows = await listDecisions(viewer.id, { after, take: limit + 1 });
  const items = rows.slice(0, limit).map(presentNotice);
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** Appeals a decision about the viewer, once. @throws AppError conflict if there is nothing to appeal */
export async function appeal({
  viewer,
  id,
  text,
}: {
  viewer: Actor;
  id: string;
  text: string;
}): Promise<void> {
  const isFirst = await inTransaction((tx) => setAppeal({ id, personId: viewer.id, text }, tx));
  if (!isFirst)
    throw new AppError("conflict", { message: "This was appealed against, or taken back, already." });
}
