"use client";

import { useLocale } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { uuidv7 } from "uuidv7";
import {
  changeRecord,
  copyTitle,
  lastProject,
  legacyProject,
  loadProject,
  saveBeforeClose,
  saveProject,
  saveUnsaved,
  unsavedDatabase,
  type StoredProject,
} from "@/lib/projects/project-storage";
import { onProjectNews } from "@/lib/projects/news.client";
import { fetchNewer, listProjects, openProject as findProject } from "@/lib/projects/sync.client";
import type { SourceProblem } from "./app-source";
import {
  firstFile,
  fromStored,
  isSameState,
  openProject,
  toStored,
  type Opened,
  type OpenProject,
} from "./open-project";
import { Moves } from "./moves";
import { isSameBytes, type Project } from "./project";
import { CONFORMANCE, LINK_PREFIX, TEMPLATES } from "./playground-names";
import { firstPage, loadTemplate } from "./templates";
import { useSending } from "./use-sending";

const SAVE_DEBOUNCE_MS = 500;

export type LoadProblem =
  "badLink" | "badTemplate" | "badProject" | "notSaved" | "changedElsewhere" | SourceProblem;

/** The open project of the playground: from a link, an app, the last visit or a template. */
export function useProject(
  userId: string | null,
  onProblem: (problem: LoadProblem) => void,
  onRefused: (message: string) => void,
  /** The name of a remix, and what to say once there is one. */
  remixes: { named: (name: string) => string; onRemix: () => void },
) {
  const locale = useLocale();
  const [state, setState] = useState<OpenProject>(() => openProject({ project: firstPage(locale) }, 0));
  /** For what ends later than the click that it began with. */
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  }, [state]);
  const [moves] = useState(() => new Moves());
  const [ready, setReady] = useState(false);
  /** Whether this browser has stored it. */
  const [written, setWritten] = useState<OpenProject | null>(null);
  const revisions = useRef(0);

  const unsaved = useRef<OpenProject | null>(null);
  /** The state that this tab last saved or opened, and the id of that save. */
  const stored = useRef<{ state: OpenProject; savedAt: number | null } | null>(null);

  const onMoved = useCallback(
    (from: string, to: string) => {
      moves.add(from, to);
      void loadProject(userId, to).then((copy) => {
        if (!copy) return;
        if (stored.current?.state.id === from)
          stored.current = {
            state: { ...stored.current.state, id: to, title: copy.title },
            savedAt: copy.savedAt,
          };
        const moved = (before: OpenProject) =>
          before.id === from ? { ...before, id: to, title: copy.title } : before;
        setState(moved);
        setWritten((before) => before && moved(before));
        lastProject.write({ id: to });
        onProblem("changedElsewhere");
      });
    },
    [userId, onProblem, moves],
  );
  const { saved, send, sendSoon, resume, startVersion } = useSending(userId, { onMoved, onRefused });

  const save = useCallback(
    async (store = saveProject) => {
      const { current } = unsaved;
      if (!current) return;
      unsaved.current = null;
      const before = stored.current;
      const seen = before?.state.id === current.id ? before.savedAt : null;
      const record = toStored(current, userId);
      lastProject.write({ id: current.id });
      stored.current = { state: current, savedAt: record.savedAt };
      try {
        if (await store(record, seen)) {
          setWritten(current);
          return sendSoon(current.id);
        }
        // Another tab has changed it: the edits here become a separate project.
        const title = copyTitle(record.name);
        const id = uuidv7();
        moves.add(current.id, id);
        setState((now) => (now.id === current.id ? { ...now, id, title } : now));
        onProblem("changedElsewhere");
      } catch {
        stored.current = before;
        onProblem("notSaved");
      }
    },
    [userId, onProblem, sendSoon, moves],
  );
  // The page may be left before the debounce fires.
  useEffect(() => () => void save(), [save]);

  const replace = useCallback((opened: Opened, savedAt: number | null) => {
    unsaved.current = null;
    const state = openProject(opened, ++revisions.current);
    stored.current = state.kept ? { state, savedAt } : null;
    setState(state);
    setWritten(state.kept ? state : null);
    if (opened.kept && opened.id) lastProject.write({ id: opened.id });
  }, []);
  /** Opens another project; the one before is saved first, unless it was deleted. */
  const open = useCallback(
    (opened: Opened, { isDeleted = false, savedAt = null as number | null } = {}) => {
      if (!isDeleted) void save();
      moves.clear();
      replace(opened, savedAt);
    },
    [save, replace, moves],
  );
  const openStored = useCallback(
    async (id: string) => {
      const record = await findProject(userId, id);
      if (!record) return;
      open(fromStored(record), { savedAt: record.savedAt });
      void resume(id);
    },
    [userId, open, resume],
  );
  /** Applies newer changes of another device, unless there are local edits. */
  const refresh = useCallback(
    async (id: string, revision?: number) => {
      if (!userId || unsaved.current) return;
      const before = stored.current;
      const newer = await fetchNewer(userId, id, revision).catch(() => null);
      if (newer && !unsaved.current && stored.current === before && before?.state.id === id)
        replace(fromStored({ ...newer, current: latest.current.current }), newer.savedAt);
    },
    [userId, replace],
  );

  const { named, onRemix } = remixes;
  const loaded = useRef(false);
  useEffect(() => {
    if (loaded.current) return;
    loaded.current = true;
    void firstProject(userId, named).then(({ opened, savedAt, problem, isRemix }) => {
      if (opened) open(opened, { savedAt });
      setReady(true);
      if (isRemix) {
        // From here on it is a project of the person's, which saves itself.
        setState((before) => ({ ...before, kept: true }));
        onRemix();
      }
      if (problem) onProblem(problem);
      const id = (opened?.kept && opened.id) || null;
      // What was not sent yet must not look older than what another device has.
      void resume(id).then(() => (id ? refresh(id) : undefined));
    });
  }, [userId, open, resume, refresh, onProblem, named, onRemix]);

  const { id, kept } = state;
  useEffect(() => {
    if (!kept) return;
    const onVisible = () => {
      if (document.visibilityState === "visible") void refresh(id);
    };
    document.addEventListener("visibilitychange", onVisible);
    const unsubscribe = onProjectNews((news) => {
      if (!news || news.id === id) void refresh(id, news?.revision);
    });
    return () => {
      document.removeEventListener("visibilitychange", onVisible);
      unsubscribe();
    };
  }, [id, kept, refresh]);

  // A link that is opened while the playground is already open.
  useEffect(() => {
    const openLinked = async () => {
      const linked = await takeLinkedProject().catch(() => null);
      if (linked) open(linked);
      else onProblem("badLink");
    };
    const onHash = () => {
      if (location.hash.startsWith(LINK_PREFIX)) void openLinked();
    };
    addEventListener("hashchange", onHash);
    return () => removeEventListener("hashchange", onHash);
  }, [open, onProblem]);

  useEffect(() => {
    unsaved.current = ready && state.kept && !isSameState(state, stored.current?.state) ? state : null;
    if (!unsaved.current) return;
    const timer = setTimeout(() => void save(), SAVE_DEBOUNCE_MS);
    unsavedDatabase().catch(() => undefined);
    const onLeave = () => void save(saveBeforeClose);
    addEventListener("pagehide", onLeave);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", onLeave);
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
  const show = useCallback(
    (current: string) => {
      setState((before) => ({ ...before, current }));
      if (kept) changeRecord(id, (record) => ({ ...record, current })).catch(() => undefined);
    },
    [id, kept],
  );
  const trust = useCallback(() => setState((before) => ({ ...before, trusted: true })), []);
  const { origin } = state;
  /** Keeps it among the person's projects; the source of somebody's app becomes a remix. */
  const keep = useCallback(async () => {
    const source = origin && (await import("./app-source"));
    const revision = ++revisions.current;
    setState((before) => ({
      ...before,
      ...(source &&
        before.origin && { project: source.asRemix(before.project, before.origin, named), revision }),
      origin: null,
      kept: true,
      isForeign: false,
    }));
  }, [origin, named]);
  /** Null shows the name in the manifest again. */
  const rename = useCallback(
    (title: string | null) =>
      setState((before) => ({ ...before, title, kept: before.kept || !before.isForeign })),
    [],
  );
  /**
   * Replaces files of that project, and keeps it; the current files stay in the history. It may be called when the page
   * has moved on, as by an undo.
   * @param change gets the files as they are then, and returns those to have
   * @returns the files before; null where another project is open, which stays as it is
   */
  const replaceFiles = useCallback(
    async (of: string, change: (project: Project) => Project): Promise<Project | null> => {
      let before: OpenProject;
      let id: string;
      do {
        before = latest.current;
        id = moves.last(before.id);
        if (!moves.isSame(id, of)) return null;
        if (!before.kept) unsaved.current = { ...before, kept: true };
        await save();
        await send(id);
        // What was typed meanwhile, or moved to another project, is to be in the history, too.
      } while (latest.current.project !== before.project || moves.last(id) !== id);
      if (!moves.isSame(latest.current.id, of)) return null;
      startVersion();
      const next = change(before.project);
      const revision = ++revisions.current;
      setState((now) => {
        if (!moves.isSame(now.id, of)) return now;
        const project = now.project === before.project ? next : change(now.project);
        const current = project.has(now.current) ? now.current : firstFile(project);
        // Whoever is typing in a file that stays as it is goes on.
        const isShown =
          current === now.current && isSameBytes(project.get(current), now.project.get(current));
        return { ...now, project, current, kept: true, ...(!isShown && { revision }) };
      });
      return before.project;
    },
    [save, send, startVersion, moves],
  );
  const isWritten = !state.kept || isSameState(state, written ?? undefined);
  return {
    ...state,
    ready,
    saved: isWritten ? saved : ("saving" as const),
    edit,
    show,
    open,
    openStored,
    save,
    /** Saves and sends it now; a guest's is then in the history. */
    sendNow: useCallback(async () => {
      await save();
      await send(latest.current.id);
    }, [save, send]),
    trust,
    keep,
    rename,
    replaceFiles,
  };
}

type First = { opened: Opened | null; savedAt?: number; problem?: LoadProblem; isRemix?: boolean };

async function firstProject(userId: string | null, named: (name: string) => string): Promise<First> {
  // Before anything else is saved: `lastProject` has the same key.
  await migrateLegacyProject(userId);
  await saveUnsaved(userId).catch(() => undefined);
  if (location.hash.startsWith(LINK_PREFIX)) {
    const linked = await takeLinkedProject().catch(() => null);
    return linked ? { opened: linked } : { opened: null, problem: "badLink" };
  }
  const query = new URLSearchParams(location.search);
  const remixed = query.get("remix");
  const app = remixed ?? query.get("app");
  if (app) {
    const { asRemix, readApp } = await import("./app-source");
    const source = await readApp(app, userId).catch(() => "badApp" as const);
    history.replaceState(null, "", location.pathname);
    if (typeof source === "string" || "kind" in source) return { opened: null, problem: source };
    const { project, by, isOwn, origin } = source;
    const opened = { project, by, trusted: isOwn };
    if (remixed) return { opened: { ...opened, project: asRemix(project, origin, named) }, isRemix: true };
    return { opened: { ...opened, isForeign: !isOwn, ...(!isOwn && { origin }) } };
  }
  const asked = query.get("project");
  if (asked) {
    history.replaceState(null, "", location.pathname);
    const record = await findProject(userId, asked);
    if (!record) return { opened: null, problem: "badProject" };
    return { opened: fromStored(record), savedAt: record.savedAt };
  }
  const template = ([...TEMPLATES, CONFORMANCE] as const).find((name) => name === query.get("template"));
  if (template) {
    // A reload would start another one.
    history.replaceState(null, "", location.pathname);
    const project = await loadTemplate(template, document.documentElement.lang).catch(() => null);
    return project ? { opened: { project } } : { opened: null, problem: "badTemplate" };
  }
  const stored = await storedProject(userId);
  return stored ? { opened: fromStored(stored), savedAt: stored.savedAt } : { opened: null };
}

/** The project of the last visit, or else the newest. */
async function storedProject(userId: string | null): Promise<StoredProject | null> {
  const last = lastProject.read();
  const stored = last && (await loadProject(userId, last.id));
  if (stored) return stored;
  const newest = (await listProjects(userId).catch(() => []))[0];
  return newest ? findProject(userId, newest.id) : null;
}

/** Moves the project of an earlier release to the list. It stays where it is if it cannot be saved. */
async function migrateLegacyProject(userId: string | null): Promise<void> {
  const legacy = legacyProject.read();
  const project = legacy && (await import("./linked-project")).decodeProject(legacy.project);
  if (!project) return;
  const migrated = openProject({ project, current: legacy.current }, 0);
  await saveProject(toStored(migrated, userId), null).then(
    () => lastProject.write({ id: migrated.id }),
    () => undefined,
  );
}

/** The project in the address, which the person has not asked to run or keep. Once it is edited, the hash would be wrong. */
async function takeLinkedProject(): Promise<Opened | null> {
  const text = location.hash.slice(LINK_PREFIX.length);
  const { decodeProject } = await import("./linked-project");
  const project = decodeProject(text);
  history.replaceState(null, "", location.pathname + location.search);
  return project && { project, trusted: false, isForeign: true };
}
