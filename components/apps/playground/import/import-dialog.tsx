"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";
import type { OutsideFile } from "@/lib/apps/outside-contract";
import { api } from "@/lib/browser/api";
import { PROJECT_MAX_BYTES } from "@/lib/config/project-limits";
import { checkPackageFiles } from "@/lib/package/open-package";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Progress } from "@/components/ui/progress";
import { withoutBuilt } from "@/lib/package/compile-plan";
import { useAppFormat } from "../../use-app-format";
import { toProject, type Project } from "../project";
import { tooLargeToEdit } from "../project-room";
import { importAddress, importPage, ImportRefused, type Imported } from "./import-page";

const fetchFile = (body: object, signal?: AbortSignal) =>
  api<OutsideFile>("/apps/outside-files", { method: "POST", body, signal });

type State =
  | { step: "asked"; error?: string }
  | { step: "busy"; done: number; total: number }
  | { step: "done"; name: string; count: number; failed: Imported["failed"] };

/** Asks for the address of a page and imports it, with the files of its host that it names. */
export function ImportDialog({
  onClose,
  onImported,
}: {
  onClose: () => void;
  onImported: (project: Project, name: string) => void;
}) {
  const t = useTranslations("playground.import");
  const common = useTranslations("common");
  const format = useAppFormat();
  const form = useId();
  const [address, setAddress] = useState("");
  const [state, setState] = useState<State>({ step: "asked" });
  const ending = useRef<AbortController>(undefined);
  useEffect(() => () => ending.current?.abort(), []);

  const start = async (): Promise<void> => {
    if (importAddress(address) === null) return setState({ step: "asked", error: t("failure.address") });
    ending.current = new AbortController();
    const { signal } = ending.current;
    setState({ step: "busy", done: 0, total: 1 });
    const onProgress = (done: number, total: number) => setState({ step: "busy", done, total });
    try {
      const { host, files, failed } = await importPage(address, fetchFile, { onProgress, signal });
      const { package: opened, findings } = await checkPackageFiles(files, { name: host });
      signal.throwIfAborted();
      if (!opened) return setState({ step: "asked", error: findings[0]?.message ?? t("failure.network") });
      const { name } = opened.manifest;
      const project = withoutBuilt(toProject(opened.files));
      const tooLarge = tooLargeToEdit(project);
      if (tooLarge) {
        const sizes = { size: format.size(tooLarge.bytes), limit: format.size(PROJECT_MAX_BYTES) };
        return setState({ step: "asked", error: t("failure.project", sizes) });
      }
      onImported(project, name);
      if (failed.length > 0) setState({ step: "done", name, count: files.size, failed });
      else onClose();
    } catch (error) {
      if (signal.aborted) return;
      setState({
        step: "asked",
        error: t(`failure.${error instanceof ImportRefused ? error.reason : "network"}`),
      });
    }
  };
  const cancel = (): void => {
    ending.current?.abort();
    setState({ step: "asked" });
  };
  const isBusy = state.step === "busy";
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && (isBusy ? cancel() : onClose())}
      title={state.step === "done" ? t("done", { name: state.name }) : t("title")}
      description={state.step === "done" ? t("doneText", { count: state.count }) : t("text")}
      footer={
        state.step === "done" ? (
          <Button variant="primary" onClick={onClose}>
            {common("close")}
          </Button>
        ) : (
          <>
            <Button variant="ghost" onClick={isBusy ? cancel : onClose}>
              {common("cancel")}
            </Button>
            <Button variant="primary" type="submit" form={form} loading={isBusy}>
              {t("submit")}
            </Button>
          </>
        )
      }
    >
      {state.step === "done" ? (
        <>
          <p>{t("failed", { count: state.failed.length })}</p>
          <ul
            className="mt-2 flex max-h-64 list-disc flex-col gap-1 overflow-auto pl-4"
            tabIndex={0}
            aria-label={t("failed", { count: state.failed.length })}
          >
            {state.failed.map(({ url, reason }) => (
              <li key={url}>
                <span className="font-mono text-xs break-all">{url}</span>
                <span className="block text-xs text-muted">{t(`failure.${reason}`)}</span>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <form
          id={form}
          onSubmit={(event) => {
            event.preventDefault();
            if (!isBusy) void start();
          }}
        >
          <Field label={t("address")} error={state.step === "asked" ? state.error : undefined}>
            <Input
              value={address}
              inputMode="url"
              placeholder="https://example.com/game/"
              maxLength={2_000}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              readOnly={isBusy}
              onChange={(event) => {
                setAddress(event.target.value);
                setState({ step: "asked" });
              }}
            />
          </Field>
          {/* Not each file: a screen reader would say nothing else. */}
          <p role="status" className="sr-only">
            {isBusy && t("begun")}
          </p>
          {state.step === "busy" && (
            <div className="mt-3">
              <Progress label={t("begun")} value={state.done / state.total} />
              <p className="mt-1 text-xs text-muted">{t("busy", { done: state.done, total: state.total })}</p>
            </div>
          )}
        </form>
      )}
    </Dialog>
  );
}
