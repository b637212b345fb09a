"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { playgroundStorage } from "@/lib/apps/playground-storage";
import { API_BASE } from "@/lib/config/env.client";
import { decodeProject, encodeProject, isTextFile, projectBytes, type Project } from "./project";
import { LINK_PREFIX, TEMPLATES, type TemplateName } from "./playground-names";
import { templateProject } from "./templates";

const SAVE_DEBOUNCE_MS = 500;
/** A larger project is not saved: browsers give a site about 5 MB of localStorage. */
const SAVED_MAX_BYTES = 1_500_000;

export type ProjectState = {
  project: Project;
  current: string;
  /** Grows when the whole project is replaced. */
  revision: number;
};

/** Where the first project comes from. */
export type Origin = "link" | "badLink" | "app" | "badApp" | "saved" | "template";

/** The files of the playground: from a link, an app, the last visit or a template. Saved in this browser. */
export function useProject(onLoad: (origin: Origin) => void) {
  const [state, setState] = useState<ProjectState>(() => stateOf(templateProject("page"), 0));
  const [ready, setReady] = useState(false);

  const replace = useCallback(
    (project: Project) => setState((before) => stateOf(project, before.revision + 1)),
    [],
  );
  const loaded = useRef(false);
  useEffect(() => {
    if (loaded.current) return;
    loaded.current = true;
    void loadProject().then(({ project, origin }) => {
      if (project) replace(project);
      setReady(true);
      onLoad(origin);
    });
  }, [replace, onLoad]);

  // A link that is opened while the playground is already open.
  useEffect(() => {
    const onHash = () => {
      if (!location.hash.startsWith(LINK_PREFIX)) return;
      const project = decodeProject(location.hash.slice(LINK_PREFIX.length));
      clearHash();
      if (project) replace(project);
      onLoad(project ? "link" : "badLink");
    };
    addEventListener("hashchange", onHash);
    return () => removeEventListener("hashchange", onHash);
  }, [replace, onLoad]);

  useEffect(() => {
    if (!ready) return;
    const { project, current } = state;
    const timer = setTimeout(() => {
      if (projectBytes(project) <= SAVED_MAX_BYTES) {
        playgroundStorage.write({ project: encodeProject(project), current });
      }
    }, SAVE_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [ready, state]);

  const edit = useCallback(
    (change: (project: Project) => Project, current?: string) =>
      setState((before) => {
        const project = change(before.project);
        const shown = current ?? before.current;
        return { ...before, project, current: project.has(shown) ? shown : firstFile(project) };
      }),
    [],
  );
  const show = useCallback((current: string) => setState((before) => ({ ...before, current })), []);
  return { ...state, ready, edit, show, replace };
}

function stateOf(project: Project, revision: number): ProjectState {
  return { project, current: firstFile(project), revision };
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

async function loadProject(): Promise<{ project: Project | null; origin: Origin }> {
  if (location.hash.startsWith(LINK_PREFIX)) {
    const project = decodeProject(location.hash.slice(LINK_PREFIX.length));
    clearHash();
    return project ? { project, origin: "link" } : { project: null, origin: "badLink" };
  }
  const query = new URLSearchParams(location.search);
  const app = query.get("app");
  if (app) {
    const project = await readApp(app).catch(() => null);
    history.replaceState(null, "", location.pathname);
    return project ? { project, origin: "app" } : { project: null, origin: "badApp" };
  }
  const template = TEMPLATES.find((name) => name === query.get("template"));
  if (template) return { project: templateProject(template satisfies TemplateName), origin: "template" };
  const saved = playgroundStorage.read();
  const project = saved && decodeProject(saved.project);
  return project ? { project, origin: "saved" } : { project: null, origin: "template" };
}

/** Once the project is edited, the hash would be wrong. */
function clearHash(): void {
  history.replaceState(null, "", location.pathname + location.search);
}

/** The files of an app whose source the user may view. */
async function readApp(id: string): Promise<Project | null> {
  const { openPackage } = await import("@/lib/package/open-package");
  const url = `${API_BASE}/apps/${encodeURIComponent(id)}/package`;
  const response = await fetch(url, { credentials: "include" });
  return response.ok ? (await openPackage(new Uint8Array(await response.arrayBuffer()))).files : null;
}
