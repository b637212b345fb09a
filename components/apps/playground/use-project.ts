"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { playgroundStorage } from "@/lib/apps/playground-storage";
import { decodeProject, encodeProject, isTextFile, projectBytes, type Project } from "./project";
import { LINK_PREFIX, TEMPLATES, type TemplateName } from "./playground-names";
import { templateProject } from "./templates";

const SAVE_AFTER_MS = 500;
/** What is larger is not kept over a reload: browsers give a site about 5 MB for this. */
const KEPT_MAX_BYTES = 1_500_000;

export type ProjectState = {
  project: Project;
  current: string;
  /** Grows when the whole project is another one. */
  revision: number;
};

/** Where the first project comes from, said once. */
export type Beginning = "link" | "badLink" | "app" | "badApp" | "kept" | "template";

/** The files of the playground: from a link, an app, the last visit or a template; kept in this browser. */
export function useProject(onBegin: (beginning: Beginning) => void) {
  const [state, setState] = useState<ProjectState>(() => stateOf(templateProject("page"), 0));
  const [ready, setReady] = useState(false);

  const replace = useCallback(
    (project: Project) => setState((before) => stateOf(project, before.revision + 1)),
    [],
  );
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void begin().then(({ project, beginning }) => {
      if (project) replace(project);
      setReady(true);
      onBegin(beginning);
    });
  }, [replace, onBegin]);

  // A link that is opened where the playground is open already.
  useEffect(() => {
    const onHash = () => {
      if (!location.hash.startsWith(LINK_PREFIX)) return;
      const project = decodeProject(location.hash.slice(LINK_PREFIX.length));
      forgetHash();
      if (project) replace(project);
      onBegin(project ? "link" : "badLink");
    };
    addEventListener("hashchange", onHash);
    return () => removeEventListener("hashchange", onHash);
  }, [replace, onBegin]);

  useEffect(() => {
    if (!ready) return;
    const { project, current } = state;
    const timer = setTimeout(() => {
      if (projectBytes(project) <= KEPT_MAX_BYTES) {
        playgroundStorage.write({ project: encodeProject(project), current });
      }
    }, SAVE_AFTER_MS);
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

/** What an author wants to see first. */
function firstFile(project: Project): string {
  const paths = [...project.keys()];
  return (
    ["app.js", "main.js", "index.html"].find((path) => project.has(path)) ??
    paths.find((path) => isTextFile(path)) ??
    paths[0] ??
    ""
  );
}

async function begin(): Promise<{ project: Project | null; beginning: Beginning }> {
  if (location.hash.startsWith(LINK_PREFIX)) {
    const project = decodeProject(location.hash.slice(LINK_PREFIX.length));
    forgetHash();
    return project ? { project, beginning: "link" } : { project: null, beginning: "badLink" };
  }
  const query = new URLSearchParams(location.search);
  const app = query.get("app");
  if (app) {
    const project = await readApp(app).catch(() => null);
    history.replaceState(null, "", location.pathname);
    return project ? { project, beginning: "app" } : { project: null, beginning: "badApp" };
  }
  const template = TEMPLATES.find((name) => name === query.get("template"));
  if (template) return { project: templateProject(template satisfies TemplateName), beginning: "template" };
  const kept = playgroundStorage.read();
  const project = kept && decodeProject(kept.project);
  return project ? { project, beginning: "kept" } : { project: null, beginning: "template" };
}

/** An edited project is no longer what the address says. */
function forgetHash(): void {
  history.replaceState(null, "", location.pathname + location.search);
}

/** The files of an app whose source may be seen. */
async function readApp(id: string): Promise<Project | null> {
  const [{ fetchPackage }, { openPackage }] = await Promise.all([
    import("@/lib/apps/fetch-package.client"),
    import("@/lib/package/open-package"),
  ]);
  const bytes = await fetchPackage(id);
  return (await openPackage(bytes)).files;
}
