import type { App } from "@/lib/apps/contract";
import { allowsSource } from "@/lib/apps/license";
import { API_BASE } from "@/lib/config/env.client";
import type { ManifestOrigin } from "@/lib/package/manifest-contract";
import { APP_NAME_MAX_GRAPHEMES, DEFAULT_APP_VERSION } from "@/lib/package/limits";
import { openPackage } from "@/lib/package/open-package";
import { clipGraphemes, countGraphemes } from "@/lib/shared/visible-text";
import { withoutBuilt } from "@/lib/package/compile-plan";
import { textOf, toProject, withText, type Project } from "./project";
import { tooLargeToEdit, tooLargeToOpen, type TooLarge } from "./project-room";

export type SourceProblem = "badApp" | "sourceClosed" | "sourceUnlicensed" | TooLarge;

export type AppSource = {
  project: Project;
  /** Who made it. */
  by: string;
  isOwn: boolean;
  /** What a copy names. */
  origin: ManifestOrigin;
};

/** The files of an app, where its license lets the person see them or it is their own. */
export async function readApp(id: string, userId: string | null): Promise<AppSource | SourceProblem> {
  const url = `${API_BASE}/apps/${encodeURIComponent(id)}`;
  const about = await fetch(url, { credentials: "include" });
  if (!about.ok) return "badApp";
  const app = (await about.json()) as App;
  const { owner, name, version, manifest } = app;
  const isOwn = owner.id === userId;
  if (!isOwn && !allowsSource(manifest.license))
    return manifest.license ? "sourceClosed" : "sourceUnlicensed";
  const source = { href: `${url}/package`, fileName: `${name}-${version}.gum` };
  const refused = tooLargeToOpen(app.packageBytes, source);
  if (refused) return refused;
  const response = await fetch(source.href, { credentials: "include" });
  if (!response.ok) return "badApp";
  const { files } = await openPackage(new Uint8Array(await response.arrayBuffer()));
  const project = withoutBuilt(toProject(files));
  const refusedFiles = tooLargeToEdit(project, source);
  if (refusedFiles) return refusedFiles;
  const by = owner.displayName || owner.username;
  return {
    project,
    by,
    isOwn,
    origin: { app: app.id, name, version, author: `@${owner.username}` },
  };
}

/** The files of a version whose source the person may see. @throws where it cannot be read */
export async function readVersion(id: string, version: string): Promise<Project> {
  const query = new URLSearchParams({ version });
  const response = await fetch(`${API_BASE}/apps/${id}/package?${query}`, { credentials: "include" });
  if (!response.ok) throw new Error(`The package of ${id} ${version} cannot be read: ${response.status}`);
  return withoutBuilt(toProject((await openPackage(new Uint8Array(await response.arrayBuffer()))).files));
}

/**
 * The project as a remix: its manifest names the original and has a name and a version of its own. All the rest stays, the
 * license first of all.
 * @param named the name of a remix of an app with that name
 */
export function asRemix(project: Project, origin: ManifestOrigin, named: (name: string) => string): Project {
  try {
    const manifest = JSON.parse(textOf(project, "manifest.json")) as Record<string, unknown>;
    const { metadata } = manifest;
    const changed = {
      ...manifest,
      name: remixName(origin.name ?? "", named),
      version: DEFAULT_APP_VERSION,
      remixed_from: origin,
      ...(isObject(metadata) && { metadata: withoutNames(metadata) }),
    };
    return withText(project, "manifest.json", `${JSON.stringify(changed, null, 2)}\n`);
  } catch {
    // A package has a manifest that can be read; else there is nothing to name the original in.
    return project;
  }
}

/** Clips the name of the original so that that of its remix fits. */
export function remixName(name: string, named: (name: string) => string): string {
  const room = APP_NAME_MAX_GRAPHEMES - countGraphemes(named(""), APP_NAME_MAX_GRAPHEMES);
  return named(clipGraphemes(name, room));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Names in other languages would still be those of the original. */
function withoutNames(metadata: Record<string, unknown>): Record<string, unknown> {
  const { translations } = metadata;
  if (!isObject(translations)) return metadata;
  const nameless = Object.entries(translations).map(([code, texts]) => {
    if (!isObject(texts)) return [code, texts];
    return [code, Object.fromEntries(Object.entries(texts).filter(([field]) => field !== "name"))];
  });
  return { ...metadata, translations: Object.fromEntries(nameless) as unknown };
}
