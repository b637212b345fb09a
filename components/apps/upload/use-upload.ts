"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "@/lib/browser/api";
import { upload } from "@/lib/browser/upload";
import { reconnectDelay } from "@/lib/browser/wait-to-retry";
import { endPartialUpload, packageUpload, uploadInParts } from "@/lib/apps/upload-in-parts.client";
import { appKeys, refreshAppLists } from "@/lib/apps/queries";
import type { App, AppUploadMetadata } from "@/lib/apps/contract";
import { UPLOAD_PART_BYTES } from "@/lib/package/limits";

type UploadFields = {
  gumFile: Blob;
  fileName: string;
  metadata: AppUploadMetadata & { uploadKey: string };
  icon: Blob | null;
  banner: Blob | null;
  /** Fails with `trial_unseen` where there is a trial to look at before the version becomes public. */
  lookFirst: boolean;
};

export type UploadState =
  | { step: "idle" }
  | { step: "sending"; share: number }
  /** The connection was lost; it retries by itself. */
  | { step: "waiting" }
  | { step: "failed"; error: unknown };

/** Uploads a package, with progress, cancellation, and retries after a lost connection. */
export function useUpload(onDone: (app: App) => void) {
  const client = useQueryClient();
  const [state, setState] = useState<UploadState>({ step: "idle" });
  const abort = useRef<AbortController | null>(null);
  const retryNow = useRef<(() => void) | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const send = useCallback(
    async (fields: UploadFields) => {
      const controller = new AbortController();
      abort.current = controller;
      const { signal } = controller;
      const { uploadKey } = fields.metadata;
      const inParts = fields.gumFile.size > UPLOAD_PART_BYTES;
      const onProgress = (share: number) => setState({ step: "sending", share });
      for (let attempt = 0; !signal.aborted; attempt++) {
        if (attempt === 0) onProgress(0);
        try {
          // Parts that arrived stay on the server: a lost connection costs one of them at most.
          if (inParts)
            await uploadInParts({ path: packageUpload(uploadKey), file: fields.gumFile, onProgress, signal });
          const app = await upload<App>({
            path: fields.lookFirst ? "/apps?lookFirst=1" : "/apps",
            form: formOf(fields, inParts),
            onProgress: inParts ? undefined : onProgress,
            signal,
          });
          client.setQueryData(appKeys.detail(app.id), app);
          void client.invalidateQueries({ queryKey: appKeys.versions(app.id) });
          void refreshAppLists(client);
          onDone(app);
          return;
        } catch (error) {
          if (signal.aborted) break;
          if (!(error instanceof ApiError) || error.code !== "network_failure") {
            setState({ step: "failed", error });
            return;
          }
          setState({ step: "waiting" });
          await waitForRetry(attempt, signal, (retry) => (retryNow.current = retry));
        }
      }
      if (inParts) void endPartialUpload(packageUpload(uploadKey)).catch(() => undefined);
      setState({ step: "idle" });
    },
    [client, onDone],
  );

  return {
    state,
    send,
    cancel: () => abort.current?.abort(),
    /** Ends what has failed. */
    reset: () => setState({ step: "idle" }),
    /** Retries without waiting any longer. */
    retryNow: () => retryNow.current?.(),
  };
}

function formOf({ gumFile, fileName, metadata, icon, banner }: UploadFields, inParts: boolean): FormData {
  const form = new FormData();
  if (!inParts) form.set("gumFile", gumFile, fileName);
  form.set("metadata", JSON.stringify(metadata));
  if (icon) form.set("icon", icon, "icon");
  if (banner) form.set("banner", banner, "banner");
  return form;
}

/** Resolves when the browser comes online, when the backoff delay has passed online, on abort, or on request. */
function waitForRetry(
  attempt: number,
  signal: AbortSignal,
  onRetry: (retry: () => void) => void,
): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(() => navigator.onLine && done(), reconnectDelay(attempt));
    addEventListener("online", done);
    signal.addEventListener("abort", done);
    onRetry(done);
  });
}
