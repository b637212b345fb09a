"use client";

import { CloudDownload, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import type { OutsideFile } from "@/lib/apps/outside-contract";
import { api } from "@/lib/browser/api";
import { MANIFEST_FILE } from "@/lib/package/manifest";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { isSameBytes, toProject } from "../playground/project";
import {
  fetchOutside,
  hasNewAddress,
  outsideAddresses,
  withFetched,
  type Brought,
  type Fetched,
} from "./bring-files";
import { checkProject, withSvgIcon, type CheckedUpload } from "./check-upload";

const fetchFile = (body: object, signal?: AbortSignal) =>
  api<OutsideFile>("/apps/outside-files", { method: "POST", body, signal });

/** Why what was fetched was not taken: the check refuses it, or other files are there now. */
export type NotTaken = "refused" | "stale";

type State =
  | { step: "asked" }
  | { step: "busy"; done: number; total: number }
  /** `addresses` are those from before the next check. */
  | { step: "done"; result: Omit<Brought, "files">; addresses: readonly string[] };

const FAILED_SHOWN = 20;

/**
 * Says what the app loads from the internet, which its frame does not allow, and offers to bring it into the package.
 * @param begin called at the start; what it returns takes what was fetched
 */
export function OutsideFiles({
  addresses,
  files,
  disabled,
  begin,
  onBusy,
  onUndo,
  onHide,
}: {
  addresses: string[];
  files: Parameters<typeof fetchOutside>[0];
  disabled?: boolean;
  begin: () => (fetched: Fetched) => Promise<Brought | NotTaken>;
  onBusy?: (isBusy: boolean) => void;
  /** Absent where something else undoes it. */
  onUndo?: () => void;
  onHide?: () => void;
}) {
  const t = useTranslations("apps.upload.outside");
  const common = useTranslations("apps");
  const [state, setState] = useState<State>({ step: "asked" });
  const isBusy = state.step === "busy";
  const ending = useRef<AbortController>(undefined);
  useEffect(() => () => ending.current?.abort(), []);
  // A check may end while the files are fetched.
  const checked = useRef(addresses);
  useEffect(() => {
    checked.current = addresses;
  }, [addresses]);
  useEffect(() => {
    if (!isBusy || !onBusy) return;
    onBusy(true);
    return () => onBusy(false);
  }, [isBusy, onBusy]);
  const bring = async () => {
    ending.current = new AbortController();
    const { signal } = ending.current;
    setState({ step: "busy", done: 0, total: addresses.length });
    const onProgress = (done: number, total: number) => setState({ step: "busy", done, total });
    try {
      const take = begin();
      const fetched = await fetchOutside(files, fetchFile, { onProgress, signal });
      signal.throwIfAborted();
      const result = await take(fetched);
      if (signal.aborted) return;
      if (typeof result === "string") {
        toast(t(result), { tone: "danger" });
        setState({ step: "asked" });
      } else setState({ step: "done", result, addresses: checked.current });
    } catch {
      if (signal.aborted) return;
      toast(t("refused"), { tone: "danger" });
      setState({ step: "asked" });
    }
  };
  const section = useRef<HTMLElement>(null);
  const isDone = state.step === "done";
  useEffect(() => {
    const { activeElement } = document;
    // Not away from where somebody went meanwhile. The pressed button has lost it, as it was disabled.
    if (isDone && (activeElement === document.body || section.current?.contains(activeElement)))
      section.current?.focus();
  }, [isDone]);
  const undo = () => {
    onUndo?.();
    setState({ step: "asked" });
  };
  const hide = onHide && (
    <IconButton size="sm" label={t("hide")} onClick={onHide}>
      <X />
    </IconButton>
  );
  const isNews =
    state.step === "done" && state.addresses !== addresses && hasNewAddress(addresses, state.result.failed);
  if (state.step === "done" && !isNews) {
    const { brought, failed, sources } = state.result;
    const title = t("brought", { count: brought.length });
    return (
      <section ref={section} tabIndex={-1} aria-label={title}>
        <p role="status" className="sr-only">
          {title}
        </p>
        <Banner
          tone={failed.length > 0 ? "warning" : "success"}
          title={title}
          actions={
            <>
              {failed.length > 0 && (
                <Button size="sm" disabled={disabled} onClick={() => void bring()}>
                  {t("again")}
                </Button>
              )}
              {onUndo && brought.length > 0 && (
                <Button size="sm" disabled={disabled} onClick={undo}>
                  {common("undo")}
                </Button>
              )}
              {hide}
            </>
          }
        >
          {brought.length > 0 && <p>{t("pinned", { file: sources })}</p>}
          {failed.length > 0 && (
            <>
              <p className="mt-1">{t("failed", { count: failed.length })}</p>
              <ul className="mt-1 flex list-disc flex-col gap-1 pl-4">
                {failed.slice(0, FAILED_SHOWN).map(({ url, reason }) => (
                  <li key={`${reason} ${url}`}>
                    <span className="font-mono text-xs break-all">{url}</span>
                    <span className="block text-xs">{t(`failure.${reason}`)}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Banner>
      </section>
    );
  }
  if (addresses.length === 0) return null;
  const title = t("title", { count: addresses.length });
  return (
    <section ref={section} tabIndex={-1} aria-label={title}>
      {/* Not each file: a screen reader would say nothing else. */}
      <p role="status" className="sr-only">
        {isBusy && t("busy", { done: 0, total: addresses.length })}
      </p>
      <Banner
        tone="warning"
        title={title}
        actions={
          <>
            <Button
              size="sm"
              icon={<CloudDownload aria-hidden />}
              loading={isBusy}
              disabled={disabled}
              onClick={() => void bring()}
            >
              {t("bring")}
            </Button>
            {!isBusy && hide}
          </>
        }
      >
        <p className="text-pretty">
          {isBusy ? t("busy", { done: state.done, total: state.total }) : t("text")}
        </p>
        <details className="mt-1">
          <summary className="cursor-pointer">{t("list")}</summary>
          <ul
            className="mt-1 flex max-h-40 flex-col gap-0.5 overflow-auto"
            tabIndex={0}
            aria-label={t("list")}
          >
            {addresses.map((url) => (
              <li key={url} className="font-mono text-xs break-all">
                {url}
              </li>
            ))}
          </ul>
        </details>
      </Banner>
    </section>
  );
}

type Ready = CheckedUpload & { package: NonNullable<CheckedUpload["package"]> };
type BeforeBringing = {
  checked: Ready;
  /** After the last bringing. A run writes what it is allowed into it. */
  manifest: Uint8Array;
  isAllowed: boolean;
};

/** Whether a run was allowed something since the first bringing. */
function isAllowed(before: BeforeBringing | null, files: Ready["package"]["files"]): boolean {
  return before !== null && (before.isAllowed || !isSameBytes(files.get(MANIFEST_FILE), before.manifest));
}

/** The same for a chosen package. */
export function UploadedOutside({
  checked,
  disabled,
  begin,
  onBusy,
}: {
  checked: Ready;
  disabled: boolean;
  /** Begins work that puts another package in its place. */
  begin: () => (checked: CheckedUpload) => boolean;
  onBusy: (isBusy: boolean) => void;
}) {
  const t = useTranslations("apps.upload.outside");
  const [before, setBefore] = useState<BeforeBringing | null>(null);
  const { findings, fileName, leftOut } = checked;
  const { files } = checked.package;
  // Scanning inflates the pages.
  const addresses = useMemo(() => outsideAddresses(files, findings), [files, findings]);
  const put = async (all: ReadonlyMap<string, Uint8Array>, replace: (checked: CheckedUpload) => boolean) => {
    const { package: opened, findings } = await checkProject(all);
    if (!opened) return "refused";
    if (!replace(await withSvgIcon({ fileName, package: opened, findings, leftOut }))) return "stale";
    const manifest = opened.files.get(MANIFEST_FILE)!;
    setBefore({ checked: before?.checked ?? checked, manifest, isAllowed: isAllowed(before, files) });
    return null;
  };
  const undo = async () => {
    if (!before) return;
    const replace = begin();
    if (isAllowed(before, files)) {
      // What was allowed since then stays allowed.
      const all = new Map(toProject(before.checked.package.files));
      const problem = await put(all.set(MANIFEST_FILE, files.get(MANIFEST_FILE)!), replace);
      if (problem) return void toast(t(problem), { tone: "danger" });
    } else replace(before.checked);
    setBefore(null);
  };
  return (
    <OutsideFiles
      addresses={addresses}
      files={files}
      disabled={disabled}
      onBusy={onBusy}
      begin={() => {
        const replace = begin();
        return async (fetched) => {
          const result = withFetched(files, fetched);
          if (result.brought.length === 0) return result;
          return (await put(result.files, replace)) ?? result;
        };
      }}
      onUndo={() => void undo()}
    />
  );
}
