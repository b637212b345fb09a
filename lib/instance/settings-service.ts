import "server-only";
import { inTransaction } from "@/lib/db/client";
import { recordAdminAct } from "@/lib/moderation/admin-service";
import { requireAdmin } from "@/lib/moderation/role-service";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import type { InstanceSettings } from "./contract";
import { publishedTerms } from "./page-file.server";
import { writeSetting } from "./settings-repository";
import { forgetSettings, instanceSettings } from "./settings.server";

/** @throws AppError not_found for everybody but admins */
export async function getSettings(viewer: Actor): Promise<InstanceSettings> {
  await requireAdmin(viewer);
  return instanceSettings();
}

/** Changes the given settings and records it in the audit log. @throws AppError not_found for everybody but admins, validation_error */
export async function changeSettings({
  actor,
  body,
}: {
  actor: Actor;
  body: Partial<InstanceSettings>;
}): Promise<InstanceSettings> {
  await requireAdmin(actor);
  if (body.termsVersion !== undefined && body.termsVersion > (await publishedTerms()))
    throw new AppError("validation_error", {
      fields: [{ path: "termsVersion", code: "too_big", message: "No page has this version yet." }],
    });
  await inTransaction(async (tx) => {
    await requireAdmin(actor, tx);
    for (const [key, value] of Object.entries(body)) await writeSetting(key, value, tx);
    await recordAdminAct({ actorId: actor.id, action: "instance_settings", details: body }, tx);
  });
  forgetSettings();
  return instanceSettings();
}
