"use client";

import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { uuidv7 } from "uuidv7";
import { dropUploadDraft, loadUploadDraft, saveUploadDraft } from "@/lib/apps/upload-draft-storage";
import type { App } from "@/lib/apps/contract";
import { toAppCategory } from "@/lib/package/category";
import { drawAppIcon } from "@/lib/apps/icon-drawing";
import { appNameKey } from "@/lib/apps/rules";
import { APP_NAME_MAX_GRAPHEMES } from "@/lib/package/limits";
import { isHigherVersion, isSemver, nextPatch } from "@/lib/package/semver";
import { countGraphemes } from "@/lib/shared/visible-text";
import type { Package } from "@/lib/package/open-package";
import { Button } from "@/components/ui/button";
import { dismissToast, toast } from "@/components/ui/toast";
import { useDebouncedSave } from "@/components/ui/use-debounced-save";
import type { CheckedUpload } from "./check-upload";
import type { UploadFormValues } from "./upload-form";
import { useObjectUrl } from "@/components/ui/use-object-url";
import type { Picked } from "./picked-files";
import { usePackage } from "./use-package";

const EMPTY: UploadFormValues = {
  name: "",
  version: "1.0.0",
  description: "",
  category: "other",
  tags: [],
  notes: "",
};
const SAVE_DEBOUNCE_MS = 400;
const DISCARDED_TOAST = "upload-discarded";

/** An upload that was not sent yet. Saved in this browser, so that a reload loses nothing. */
export function useDraft({
  userId,
  target,
  ownApps,
}: {
  userId: string;
  target: App | null;
  ownApps: App[];
}) {
  const t = useTranslations("apps.upload");
  const apps = useTranslations("apps");
  const [values, setValues] = useState(EMPTY);
  const [icon, setIcon] = useState<Blob | null>(null);
  const [banner, setBanner] = useState<Blob | null>(null);
  const [uploadKey, setUploadKey] = useState("");
  /** The own app that this becomes a version of; null for a new app. */
  const [updatedId, setUpdatedId] = useState(target?.id ?? null);
  const [restored, setRestored] = useState(false);
  const [touched, setTouched] = useState(false);
  const [discarded, setDiscarded] = useState(false);
  const existing = target ?? ownApps.find(({ id }) => id === updatedId) ?? null;
  const known = useRef({ target, existing, values });
  useEffect(() => {
    known.current = { target, existing, values };
  });

  const onReady = useCallback((checked: CheckedUpload) => {
    if (!checked.package) return;
    setUploadKey(uuidv7());
    setTouched(false);
    setValues(valuesOf(checked.package, known.current));
  }, []);
  const pack = usePackage(onReady);
  const { state, pick } = pack;

  // Restores the draft of an earlier visit, once.
  const loaded = useRef(false);
  useEffect(() => {
    if (loaded.current) return;
    loaded.current = true;
    void loadUploadDraft(userId).then((draft) => {
      const { target: fixed } = known.current;
      if (!draft || (fixed && draft.appId !== fixed.id)) return;
      pick({ kind: "file", file: new File([draft.bytes], draft.fileName) }, () => {
        setValues({ ...draft.form, category: toAppCategory(draft.form.category) });
        setIcon(draft.icon);
        setBanner(draft.banner);
        setUploadKey(draft.uploadKey);
        setUpdatedId(draft.appId);
        setRestored(!draft.isHandedOver);
      });
    });
  }, [userId, pick]);

  const ready = state.step === "ready" ? state.checked : null;
  /** Uploaded: a save that is still debounced would bring the draft back. */
  const uploaded = useRef(false);
  const schedule = useDebouncedSave(SAVE_DEBOUNCE_MS);
  useEffect(() => {
    if (!ready || !uploadKey) return schedule(null);
    schedule(() => {
      if (uploaded.current) return;
      void saveUploadDraft({
        userId,
        fileName: ready.fileName,
        bytes: ready.package.bytes,
        icon,
        banner,
        uploadKey,
        appId: updatedId,
        form: values,
        savedAt: Date.now(),
      });
    });
  }, [ready, values, icon, banner, uploadKey, updatedId, userId, schedule]);

  const sameName = ownApps.find(({ name }) => appNameKey(name) === appNameKey(values.name)) ?? null;
  const change = useCallback(
    (changes: Partial<UploadFormValues>) => setValues((before) => ({ ...before, ...changes })),
    [],
  );
  const problems = problemsOf(values, existing);
  const suggested = problems.version === "notHigher" && existing ? nextPatch(existing.version) : null;
  const errors = {
    name: touched && problems.name ? t(`problem.${problems.name}`) : undefined,
    version: problems.version && (
      <span>
        {t(`problem.${problems.version}`, { version: existing?.version ?? "" })}
        {suggested && (
          <Button size="sm" variant="ghost" onClick={() => change({ version: suggested })}>
            {t("useVersion", { version: suggested })}
          </Button>
        )}
      </span>
    ),
  };

  /** Makes this a new version of `app`, or a new app. */
  const updateApp = (app: App | null) => {
    setUpdatedId(app?.id ?? null);
    if (ready) setValues(valuesOf(ready.package, { target, existing: app, values }));
  };
  const finish = useCallback(() => {
    uploaded.current = true;
    void dropUploadDraft(userId);
  }, [userId]);
  const discard = () => {
    void dropUploadDraft(userId);
    setDiscarded(true);
    if (ready) offerUndo(ready);
    setUpdatedId(target?.id ?? null);
    setValues(EMPTY);
    setIcon(null);
    setBanner(null);
    setRestored(false);
    pack.clear();
  };
  const offerUndo = (checked: CheckedUpload) => {
    const undo = () => {
      pack.begin()(checked);
      setUpdatedId(updatedId);
      setValues(values);
      setIcon(icon);
      setBanner(banner);
    };
    toast(t("discarded", { name: checked.fileName }), {
      id: DISCARDED_TOAST,
      action: { label: apps("undo"), onClick: undo },
    });
  };
  return {
    pack,
    /** Once another file is picked, Undo would replace it, so the offer ends. */
    pick: (picked: Picked) => {
      dismissToast(DISCARDED_TOAST);
      pick(picked);
    },
    discarded,
    values,
    icon,
    /** Beside the package, which has no such picture. */
    sentIcon: icon ?? ready?.svgIcon ?? null,
    banner,
    uploadKey,
    restored,
    existing,
    /** Another app of one's own with this name, where this is to be a new app. */
    sameName: existing ? null : sameName,
    updateApp,
    errors,
    change,
    setIcon,
    setBanner,
    finish,
    discard,
    iconFallback: useIconFallback(ready, values.name, existing),
    valid: (version: string) => {
      setTouched(true);
      const found = problemsOf({ ...values, version }, existing);
      return !found.name && !found.version;
    },
  };
}

type Known = { target: App | null; existing: App | null; values: UploadFormValues };

/** The form's initial values: the manifest's, else those of the app it updates. An app keeps its name. */
function valuesOf({ manifest }: Package, { target, existing, values }: Known): UploadFormValues {
  const before = target ?? existing;
  const name = before?.name ?? manifest.name;
  const version =
    before && !isHigherVersion(manifest.version, before.version)
      ? nextPatch(before.version)
      : manifest.version;
  return {
    name,
    version,
    description: manifest.description || before?.description || "",
    category:
      manifest.category === "other" && before
        ? toAppCategory(before.category)
        : toAppCategory(manifest.category),
    tags: manifest.tags.length > 0 ? manifest.tags : (before?.tags ?? []),
    notes: values.notes,
  };
}

function problemsOf(values: UploadFormValues, existing: App | null) {
  const name = values.name.trim();
  const version = values.version.trim();
  return {
    name:
      name === ""
        ? ("nameMissing" as const)
        : countGraphemes(name, APP_NAME_MAX_GRAPHEMES) > APP_NAME_MAX_GRAPHEMES
          ? ("nameLong" as const)
          : null,
    version: !isSemver(version)
      ? ("version" as const)
      : existing && !isHigherVersion(version, existing.version)
        ? ("notHigher" as const)
        : null,
  };
}

/** The icon where none was chosen: the package's, the current one, or one drawn from the name. */
function useIconFallback(
  ready: CheckedUpload | null,
  name: string,
  existing: App | null,
): { src: string | null; note: string } {
  const t = useTranslations("apps.upload");
  const { package: opened = null, svgIcon = null } = ready ?? {};
  const path = opened?.manifest.icon;
  const bytes = path === undefined ? undefined : opened?.files.get(path);
  const blob = useMemo(() => svgIcon ?? (bytes ? new Blob([new Uint8Array(bytes)]) : null), [svgIcon, bytes]);
  const packaged = useObjectUrl(blob);
  const drawn = useMemo(() => `data:image/svg+xml,${encodeURIComponent(drawAppIcon(name))}`, [name]);
  if (packaged) return { src: packaged, note: t("fromPackage") };
  if (existing) return { src: existing.iconUrl, note: t("keepsIcon") };
  return { src: drawn, note: t("drawn") };
}
