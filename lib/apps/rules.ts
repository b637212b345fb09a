/**
 * Who may do what with an app. Pure. What a person may not see does not exist for them (`unknown_app`); what they may
 * see but not do is `forbidden`.
 */
export type AppFacts = { ownerId: string; isPublic: boolean; deletedAt: Date | null };
export type AppAction =
  "view" | "run" | "like" | "install" | "edit" | "publish" | "release" | "delete" | "restore";

const OWNER_ONLY = new Set<AppAction>(["edit", "publish", "release", "delete", "restore"]);

/** @returns true if the person (null: a guest who came without a share link) may do this */
export function canApp(viewer: { id: string } | null, action: AppAction, app: AppFacts): boolean {
  const owns = viewer !== null && viewer.id === app.ownerId;
  if (app.deletedAt) return owns && action === "restore";
  if (owns) return action !== "restore";
  return app.isPublic && !OWNER_ONLY.has(action);
}
