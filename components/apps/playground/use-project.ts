"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { uuidv7 } from "uuidv7";
import {
  lastProject,
  legacyProject,
  listProjects,
  loadProject,
  saveProject,
  type StoredProject,
} from "@/lib/apps/playground-storage";
import { API_BASE } from "@/lib/config/env.client";
import type { App } from "@/lib/apps/contract";
import { decodeProject, isTextFile, projectName, type Project } from "./project";
import { LINK_PREFIX, TEMPLATES } from "./playground-names";
import { loadTemplate, plainTemplate } from "./templates";

const SAVE_DEBOUNCE_MS = 500;

export type OpenProject = {
  id: string;
  project: Project;
  current: string;
  /** Grows when the whole project is replaced. */
  revision: number;
  /** Stored in this browser. A project of one's own is, from its first edit on; anybody else's once the person keeps it. */
  kept: boolean;
  edited: boolean;
  /** False for code of somebody else that the person has not run yet: it must not run by itself. */
  trusted: boolean;
  /** Who wrote it, if it is the source of an app. */
  by: string | null;
  isForeign: boolean;
};

export type LoadProblem = "badLink" | "badApp" | "badTemplate" | "notSaved";

type Opened = Pick<OpenProject, "project"> & Partial<OpenProject>;

/** The open project of the playground: from a link, an app, the last visit or a template. */
export function useProject(userId: string | null, onProblem: (problem: LoadProblem) => void) {
  const [state, setState] = useState<OpenProject>(() => openProject({ project: plainTemplate("page") }, 0));
  const [ready, setReady] = useState(false);

  const unsaved = useRef<OpenProject | null>(null);
  const save = useCallback(() => {
    const { current } = unsaved;
    if (!current) return;
    unsaved.current = null;
    lastProject.write({ id: current.id });
    saveProject(toStored(current, userId)).catch(() => onProblem("notSaved"));
  }, [userId, onProblem]);
  // The page may be left before the debounce fires.
  useEffect(() => save, [save]);

  /** Opens another project; the one before is saved first, unless it was deleted. */
  const open = useCallback(
    (opened: Opened, { isDeleted = false } = {}) => {
      if (!isDeleted) save();
      unsaved.current = null;
      setState((before) => openProject(opened, before.revision + 1));
    },
    [save],
  );
  const openStored = useCallback(
    async (id: string) => {
      const stored = await loadProject(userId, id);
      if (stored) open(fromStored(stored));
    },
    [userId, open],
  );

  const loaded = useRef(false);
  useEffect(() => {
    if (loaded.current) return;
    loaded.current = true;
    void firstProject(userId).then(({ opened, problem }) => {
      if (opened) open(opened);
      setReady(true);
      if (problem) onProblem(problem);
    });
  }, [userId, open, onProblem]);

  // A link that is opened while the playground is already open.
  useEffect(() => {
    const onHash = () => {
      if (!location.hash.startsWith(LINK_PREFIX)) return;
      const linked = takeLinkedProject();
      if (linked) open(linked);
      else onProblem("badLink");
    };
    addEventListener("hashchange", onHash);
    return () => removeEventListener("hashchange", onHash);
  }, [open, onProblem]);

  useEffect(() => {
    unsaved.current = ready && state.kept ? state : null;
    if (!unsaved.current) return;
    const timer = setTimeout(save, SAVE_DEBOUNCE_MS);
    addEventListener("pagehide", save);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", save);
    };
  }, [ready, state, save]);

  const edit = useCallback(
    (change: (project: Project) => Project, current?: string) =>
      setState((before) => {
        const project = change(before.project);
        const shown = current ?? before.current;
        return {
          ...before,
          project,
          current: project.has(shown) ? shown : firstFile(project),
          edited: true,
          kept: before.kept || !before.isForeign,
        };
      }),
    [],
  );
  const show = useCallback((current: string) => setState((before) => ({ ...before, current })), []);
  const trust = useCallback(() => setState((before) => ({ ...before, trusted: true })), []);
  const keep = useCallback(() => setState((before) => ({ ...before, kept: true, isForeign: false })), []);
  return { ...state, ready, edit, show, open, openStored, save, trust, keep };
}

function openProject(opened: Opened, revision: number): OpenProject {
  const { project } = opened;
  return {
    id: uuidv7(),
    current: firstFile(project),
    kept: false,
    edited: false,
    trusted: true,
    by: null,
    isForeign: false,
    ...opened,
    revision,
  };
}

function fromStored({ id, files, current, trusted }: StoredProject): Opened {
  const project: Project = new Map(files);
  return {
    id,
    project,
    trusted,
    kept: true,
    ...(project.has(current) && { current }),
  };
}

function toStored({ id, project, current, trusted }: OpenProject, userId: string | null): StoredProject {
  return {
    id,
    userId,
    name: projectName(project) ?? "",
    files: [...project].map(([path, bytes]) => [path, new Uint8Array(bytes)]),
    current,
    trusted,
    savedAt: Date.now(),
  };
}

function firstFile(project: Project): string {
  const paths = [...project.keys()];
  return (
    ["app.js", "main.js", "index.html"].find((path) => project.has(path)) ??
    paths.find((path) => isTextFile(path)) ??
    paths[0] ??
    ""
  );
}

type First = { opened: Opened | null; problem?: LoadProblem };

async function firstProject(userId: string | null): Promise<First> {
  // Before anything else is saved: `lastProject` has the same key.
  await migrateLegacyProject(userId);
  if (location.hash.startsWith(LINK_PREFIX)) {
    const linked = takeLinkedProject();
    return linked ? { opened: linked } : { opened: null, problem: "badLink" };
  }
  const query = new URLSearchParams(location.search);
  const app = query.get("app");
  if (app) {
    const opened = await readApp(app, userId).catch(() => null);
    history.replaceState(null, "", location.pathname);
    return opened ? { opened } : { opened: null, problem: "badApp" };
  }
  const template = TEMPLATES.find((name) => name === query.get("template"));
  if (template) {
    // A reload would start another one.
    history.replaceState(null, "", location.pathname);
    const project = await loadTemplate(template, document.documentElement.lang).catch(() => null);
    return project ? { opened: { project } } : { opened: null, problem: "badTemplate" };
  }
  return { opened: await storedProject(userId) };
}

/** The project of the last visit, or else the newest. */
async function storedProject(userId: string | null): Promise<Opened | null> {
  const last = lastProject.read();
  const stored = last && (await loadProject(userId, last.id));
  if (stored) return fromStored(stored);
  const newest = (await listProjects(userId).catch(() => []))[0];
  const other = newest && (await loadProject(userId, newest.id));
  return other ? fromStored(other) : null;
}

/** Moves the project of an earlier release to the list. It stays where it is if it cannot be saved. */
async function migrateLegacyProject(userId: string | null): Promise<void> {
  const legacy = legacyProject.read();
  const project = legacy && decodeProject(legacy.project);
  if (!project) return;
  const migrated = openProject({ project, current: legacy.current }, 0);
  await saveProject(toStored(migrated, userId)).then(
    () => lastProject.write({ id: migrated.id }),
    () => undefined,
  );
}

/** The project in the address, which the person has not asked to run or keep. Once it is edited, the hash would be wrong. */
function takeLinkedProject(): Opened | null {
  const project = decodeProject(location.hash.slice(LINK_PREFIX.length));
  history.replaceState(null, "", location.pathname + location.search);
  return project && { project, trusted: false, isForeign: true };
}

/** The files of an app whose source the user may view. */
async function readApp(id: string, userId: string | null): Promise<Opened | null> {
  const { openPackage } = await import("@/lib/package/open-package");
  const url = `${API_BASE}/apps/${encodeURIComponent(id)}`;
  const [about, response] = await Promise.all(
    [url, `${url}/package`].map((address) => fetch(address, { credentials: "include" })),
  );
  if (!about?.ok || !response?.ok) return null;
  const { owner } = (await about.json()) as App;
  const { files } = await openPackage(new Uint8Array(await response.arrayBuffer()));
  const isOwn = owner.id === userId;
  return { project: files, trusted: isOwn, isForeign: !isOwn, by: owner.displayName || owner.username };
}
