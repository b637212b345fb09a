import "server-only";
import { dropAccountFiles, removeAccount } from "@/lib/account/service";
import {
  dropVersion,
  findCurrentVersion,
  holdApp,
  releaseApp,
  restoreVersion,
} from "@/lib/apps/hold-service";
import type { Db } from "@/lib/db/client";
import { removeCollection } from "@/lib/collections/service";
import { normaliseHost } from "@/lib/egress/rules";
import { moveFiles } from "@/lib/files/service";
import { removeAppComment } from "@/lib/posts/comment-service";
import { removePost } from "@/lib/posts/service";
import type { LiveEvent } from "@/lib/realtime/event-bus.server";
import { lockReviewedApp, removeReview } from "@/lib/reviews/service";
import { AppError } from "@/lib/shared/errors";
import {
  findSanctionEnd,
  listHolds,
  setSanction,
  type DecisionRecord,
  type NewDecision,
  type Sanction,
} from "./decision-repository";
import { blockEverywhere, recountMaker, setLabel, unblock } from "./effects-repository";
import { keepRows, putRowsBack, setRemovedFiles, type RemovableTable } from "./removal-repository";
import { FOREVER, ON_THE_SPOT, REMOVAL_KEPT_DAYS } from "./rules";
import type { Snapshot } from "./snapshot";

/** Applies and undoes decisions, inside the transaction of the decision. */
export type Effect = {
  events: LiveEvent[];
  /** After the commit. */
  afterwards?: () => Promise<void>;
};

type Decided = Pick<NewDecision, "id" | "action" | "subjectType" | "subjectId" | "personId"> & {
  context: Snapshot;
};

const DAY_MS = 86_400_000;

export const endAfter = (days: number | undefined): Date =>
  days === undefined ? FOREVER : new Date(Date.now() + days * DAY_MS);

const purgeAtOf = ({ action }: Decided): Date | null =>
  action === "hide" ? null : new Date(Date.now() + REMOVAL_KEPT_DAYS * DAY_MS);

/** @param decided which must already be stored @throws AppError not_found, conflict */
export async function applyDecision(decided: Decided, tx: Db): Promise<Effect> {
  const { action, subjectType, subjectId: id, personId } = decided;
  if (action === "warn") return { events: [] };
  if (action === "limit" || action === "suspend") {
    await sanction(personId, action, tx);
    return { events: action === "suspend" ? [{ type: "sessions_ended", userId: personId }] : [] };
  }
  if (action === "label") {
    const effect = await relabel(id, tx);
    if (!effect) throw new AppError("not_found");
    return effect;
  }
  if (subjectType === "post") return takePost(decided, tx);
  if (subjectType === "comment") return takeComment(decided, tx);
  if (subjectType === "review") return takeReview(decided, tx);
  if (subjectType === "collection") return takeCollection(decided, tx);
  if (subjectType !== "app") throw new AppError("conflict");
  const { currentId, previousId } = await findCurrentVersion(id, tx);
  if (action !== "remove_version") return { events: await holdApp({ id, remove: action === "remove" }, tx) };
  if (!previousId)
    throw new AppError("conflict", { message: "The app has no earlier version. Remove the app instead." });
  await keep("app_versions", { ...decided, subjectId: currentId }, tx);
  return { events: await dropVersion({ id, versionId: currentId, previousId }, tx) };
}

/** Limits or suspends a person for as long as any decision that stands says. */
async function sanction(personId: string, kind: Sanction, tx: Db): Promise<void> {
  await setSanction(personId, { kind, until: await findSanctionEnd(personId, kind, tx) }, tx);
}

async function keep(table: RemovableTable, decided: Decided, tx: Db): Promise<void> {
  const { id: decisionId, subjectId: id } = decided;
  if (!(await keepRows({ table, id, decisionId, purgeAt: purgeAtOf(decided) }, tx)))
    throw new AppError("not_found");
}

/** Shows or hides a post's label in open tabs, too. Null if the post is gone. */
async function relabel(id: string, tx: Db): Promise<Effect | null> {
  const authorId = await setLabel(id, tx);
  return authorId === null ? null : { events: [{ type: "post_edited", id, authorId }] };
}

async function takePost(decided: Decided, tx: Db): Promise<Effect> {
  const { id: decisionId, subjectId: id, personId: authorId } = decided;
  await keep("posts", decided, tx);
  const removed = await removePost({ id, authorId }, tx);
  if (!removed) throw new AppError("not_found");
  const { events, files } = removed;
  await setRemovedFiles(decisionId, files, tx);
  return { events, afterwards: () => moveFiles(files, "held") };
}

/** A comment on an app; comments on posts are posts. */
async function takeComment(decided: Decided, tx: Db): Promise<Effect> {
  const { subjectId: id, personId: authorId, context } = decided;
  await keep("comments", decided, tx);
  const gone = await removeAppComment({ id, appId: context.appId ?? "", authorId }, tx);
  if (!gone) throw new AppError("not_found");
  return { events: [gone] };
}

async function takeReview(decided: Decided, tx: Db): Promise<Effect> {
  const appId = decided.context.appId ?? "";
  await lockReviewedApp(appId, tx);
  await keep("reviews", decided, tx);
  const gone = await removeReview({ id: decided.subjectId, appId }, tx);
  if (!gone) throw new AppError("not_found");
  return { events: [gone.event] };
}

async function takeCollection(decided: Decided, tx: Db): Promise<Effect> {
  await keep("collections", decided, tx);
  if (!(await removeCollection(decided.subjectId, tx))) throw new AppError("not_found");
  return { events: [] };
}

/**
 * Blocks an app's package, or its hosts, for everybody.
 * @returns what the decision stores
 */
export async function blockFrom(
  appId: string,
  { blockPackage, blockHosts }: { blockPackage: boolean; blockHosts: boolean },
  tx: Db,
): Promise<Snapshot["blocked"]> {
  const { sha256, hosts } = await findCurrentVersion(appId, tx);
  const named = hosts.map(normaliseHost).filter((host): host is string => host !== null);
  return blockEverywhere({ packages: blockPackage ? [sha256] : [], hosts: blockHosts ? named : [] }, tx);
}

/**
 * @param decision which is already marked as undone
 * @throws AppError conflict if the removed content has been purged or no longer fits
 */
export async function revertDecision(decision: DecisionRecord, tx: Db): Promise<Effect> {
  const { id, action, subjectType, subjectId, personId, context } = decision;
  if (context.blocked) await unblock(context.blocked, tx);
  if (action === "warn" || ON_THE_SPOT.has(action)) return { events: [] };
  if (action === "limit" || action === "suspend") {
    await sanction(personId, action, tx);
    return { events: [] };
  }
  if (action === "label") return (await relabel(subjectId, tx)) ?? { events: [] };
  if (subjectType === "app" && action !== "remove_version") {
    const holds = await listHolds(subjectId, tx);
    const rest = { isHeld: holds.length > 0, isRemoved: holds.includes("remove") };
    await releaseApp({ id: subjectId, wasRemoved: action === "remove", rest }, tx);
    return { events: [] };
  }
  if (subjectType === "review" && context.appId) await lockReviewedApp(context.appId, tx);
  const restored = await putRowsBack(id, tx);
  if (!restored)
    throw new AppError("conflict", {
      message: "This cannot be restored: what it belongs to is gone, or something newer has taken its place.",
    });
  const { rowId, files } = restored;
  if (subjectType === "app") await restoreVersion({ id: subjectId, versionId: rowId }, tx);
  // A label may have been undone meanwhile.
  if (subjectType === "post") await setLabel(subjectId, tx);
  if (subjectType !== "app") await recountMaker({ type: subjectType, id: subjectId, personId }, tx);
  return { events: [], afterwards: () => moveFiles(files, "public") };
}

/** Deletes an account permanently. */
export async function takeAccount(personId: string, tx: Db): Promise<Effect> {
  const files = await removeAccount(personId, tx);
  return {
    events: [{ type: "sessions_ended", userId: personId }],
    afterwards: () => dropAccountFiles(files),
  };
}
