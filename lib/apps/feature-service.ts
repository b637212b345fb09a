import "server-only";
import { inTransaction } from "@/lib/db/client";
import { recordAct } from "@/lib/moderation/admin-service";
import { isModerator } from "@/lib/moderation/roles";
import { findRole, requireModerator } from "@/lib/moderation/role-service";
import { requireUnlimited } from "@/lib/moderation/standing-service";
import { notifyFromInstance, publish } from "@/lib/notifications/notify-service";
import { AppError } from "@/lib/shared/errors";
import { getAppOrThrow, lockAppOrThrow, type Actor } from "./access-service";
import type { Feature, FeatureCase } from "./feature-contract";
import {
  decideProposal,
  deleteProposal,
  type FeatureRecord,
  findFeature,
  insertProposal,
  listFeatures,
} from "./feature-repository";
import { appIconUrl } from "./presenter";
import { lockApp } from "./repository";
import type { FeatureState } from "./rules";

/**
 * Which apps the store features. An owner or a moderator proposes a published app, and moderators approve or refuse it.
 *
 * Trust model. Untrusted: every viewer. Nobody decides about their own app, and roles are read inside the transaction.
 */

const LISTED = 50;

function present(record: FeatureRecord | null): Feature {
  return {
    state: (record?.state as FeatureState | undefined) ?? "none",
    reason: record?.reason ?? "",
    answer: record?.answer ?? "",
    proposedAt: record?.proposedAt.toISOString() ?? null,
    decidedAt: record?.decidedAt?.toISOString() ?? null,
  };
}

/** @throws AppError unknown_app; forbidden for everybody but the owner and moderators */
export async function getFeature({ viewer, id }: { viewer: Actor; id: string }): Promise<Feature> {
  const app = await getAppOrThrow(id, viewer, "view");
  if (app.ownerId !== viewer.id && !isModerator({ role: await findRole(viewer) }))
    throw new AppError("forbidden");
  return present(await findFeature(id));
}

/**
 * Proposes a published app; one that was refused can be proposed again.
 * @throws AppError unknown_app; forbidden for everybody but the owner and moderators; held_by_moderators; conflict
 */
export async function proposeFeature({
  viewer,
  id,
  reason,
}: {
  viewer: Actor;
  id: string;
  reason: string;
}): Promise<Feature> {
  await requireUnlimited(viewer);
  return inTransaction(async (tx) => {
    const app = await lockAppOrThrow(id, viewer, "view", tx);
    const isOwner = app.ownerId === viewer.id;
    if (!isOwner && !isModerator({ role: await findRole(viewer, tx) })) throw new AppError("forbidden");
    if (app.heldAt) throw new AppError("held_by_moderators");
    if (!app.isPublic) throw new AppError("conflict", { message: "Only a published app can be featured." });
    if (!(await insertProposal(id, reason, tx)))
      throw new AppError("conflict", { message: "The app has been proposed already." });
    if (!isOwner)
      await recordAct(
        { actorId: viewer.id, action: "propose_feature", app: { id, ownerId: app.ownerId }, note: reason },
        tx,
      );
    return present(await findFeature(id, tx));
  });
}

/** Withdraws the owner's app from the proposals, or from the featured ones. @throws AppError unknown_app, forbidden, conflict */
export async function withdrawFeature({ viewer, id }: { viewer: Actor; id: string }): Promise<Feature> {
  return inTransaction(async (tx) => {
    await lockAppOrThrow(id, viewer, "edit", tx);
    if (!(await deleteProposal(id, tx))) throw new AppError("conflict");
    return present(null);
  });
}

/**
 * Approves a proposal, or refuses it or one that is featured.
 * @throws AppError not_found for everybody but moderators; unknown_app; forbidden about one's own app; conflict
 */
export async function decideFeature({
  viewer,
  id,
  approve,
  reason,
}: {
  viewer: Actor;
  id: string;
  approve: boolean;
  reason: string;
}): Promise<Feature> {
  const { feature, events } = await inTransaction(async (tx) => {
    await requireModerator(viewer, tx);
    const app = await lockApp(id, tx);
    if (!app) throw new AppError("unknown_app");
    if (app.ownerId === viewer.id) throw new AppError("forbidden");
    if (approve && !app.isPublic)
      throw new AppError("conflict", { message: "Only a published app can be featured." });
    const isDecided = await decideProposal(
      {
        appId: id,
        from: approve ? ["proposed"] : ["proposed", "approved"],
        to: approve ? "approved" : "refused",
        answer: reason,
      },
      tx,
    );
    if (!isDecided) throw new AppError("conflict");
    await recordAct(
      {
        actorId: viewer.id,
        action: approve ? "approve_feature" : "refuse_feature",
        app: { id, ownerId: app.ownerId },
        note: reason,
      },
      tx,
    );
    const kind = approve ? ("featured" as const) : ("feature_refused" as const);
    const events = await notifyFromInstance({ kind, userId: app.ownerId, appId: id }, tx);
    return { feature: present(await findFeature(id, tx)), events };
  });
  publish(...events);
  return feature;
}

/** Pending proposals, and featured apps. @throws AppError not_found for everybody but moderators */
export async function listFeatureCases(
  viewer: Actor,
): Promise<{ proposed: FeatureCase[]; approved: FeatureCase[] }> {
  await requireModerator(viewer);
  const [proposed, approved] = await Promise.all([
    listFeatures("proposed", LISTED),
    listFeatures("approved", LISTED),
  ]);
  const toCase = ({ app, ...record }: (typeof proposed)[number]): FeatureCase => ({
    ...present(record),
    app: {
      id: app.id,
      name: app.name,
      iconUrl: appIconUrl(app.id, app.iconKey),
      ownerId: app.ownerId,
      ownerUsername: app.owner.username,
    },
  });
  return { proposed: proposed.map(toCase), approved: approved.map(toCase) };
}
