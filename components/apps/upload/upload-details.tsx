"use client";

import { useTranslations } from "next-intl";
import { toast } from "@/components/ui/toast";
import { APP_PICTURES } from "@/lib/apps/rules";
import type { App } from "@/lib/apps/contract";
import type { UserShort } from "@/lib/people/user-contract";
import type { CheckedUpload } from "./check-upload";
import { PictureField } from "./picture-field";
import { SendBar, unseenTrial } from "./send-bar";
import { TryOut } from "./try-out";
import { UploadAs } from "./upload-as";
import { UploadForm } from "./upload-form";
import { UploadPreview } from "./upload-preview";
import { PublishDialog } from "../publish-dialog";
import type { useDraft } from "./use-draft";
import type { useUpload } from "./use-upload";

interface UploadDetailsProps {
  me: UserShort;
  draft: ReturnType<typeof useDraft>;
  /** A package that passed the check. */
  checked: CheckedUpload & { package: NonNullable<CheckedUpload["package"]> };
  sending: ReturnType<typeof useUpload>;
  busy: boolean;
  /** The package is about to change. */
  bringing: boolean;
  /** What this may become a new version of; empty where that is decided. */
  ownApps: readonly App[];
  trying: boolean;
  onTry: (trying: boolean) => void;
  /**
   * @param version replaces the one in the form
   * @param consent publishes a tried version of a published app; `force`, although it does not start
   */
  onSend: (version?: string, consent?: { force: boolean }) => void;
}

/** The form about a checked package, its preview, and the button that uploads it. */
export function UploadDetails(props: UploadDetailsProps) {
  const { me, draft, checked, sending, busy, trying, onTry, onSend } = props;
  const t = useTranslations("apps");
  const { existing, values } = draft;
  const unseen = unseenTrial(sending.state);
  return (
    <>
      {trying && (
        <TryOut
          name={values.name}
          opened={checked.package}
          onAllow={(allowance) => draft.pack.allow(checked, allowance)}
          onClose={() => onTry(false)}
        />
      )}
      <form
        noValidate
        className="mt-6 grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]"
        onSubmit={(event) => {
          event.preventDefault();
          onSend();
        }}
      >
        <div className="flex min-w-0 flex-col gap-8">
          <section aria-labelledby="upload-details">
            <h2 id="upload-details" className="mb-4 text-lg">
              {t("upload.details")}
            </h2>
            <UploadAs draft={draft} ownApps={props.ownApps} disabled={busy} />
            <UploadForm
              values={values}
              errors={draft.errors}
              isUpdate={existing !== null}
              disabled={busy}
              onChange={draft.change}
            />
          </section>
          <section aria-labelledby="upload-pictures" className="flex flex-col gap-5">
            <h2 id="upload-pictures" className="text-lg">
              {t("upload.pictures")}
            </h2>
            <PictureField
              label={t("form.icon")}
              hint={t("upload.iconHint")}
              picture={draft.icon}
              frame={APP_PICTURES.icon}
              cropTitle={t("upload.adjustIcon")}
              fallback={draft.iconFallback}
              onChange={draft.setIcon}
            />
            <PictureField
              wide
              label={t("form.banner")}
              hint={t("upload.bannerHint")}
              picture={draft.banner}
              frame={APP_PICTURES.banner}
              cropTitle={t("upload.adjustBanner")}
              fallback={
                existing?.bannerUrl
                  ? { src: existing.bannerUrl, note: t("upload.keepsIcon") }
                  : { src: null, note: t("upload.noBanner") }
              }
              onChange={draft.setBanner}
            />
          </section>
          <SendBar
            state={sending.state}
            disabled={props.bringing}
            label={existing ? t("upload.sendVersion", { version: values.version }) : t("upload.send")}
            onCancel={() => {
              sending.cancel();
              toast(t("upload.cancelled"));
            }}
            onRetry={sending.retryNow}
            onUseVersion={onSend}
            onForce={() => onSend(undefined, { force: true })}
          />
        </div>
        {existing && unseen && (
          <PublishDialog
            title={t("upload.publishVersion", { name: values.name, version: values.version })}
            appName={values.name}
            trial={unseen}
            error={null}
            isTrying={false}
            isPublishing={false}
            onPublish={() => onSend(undefined, { force: unseen.outcome === "failed" })}
            onClose={sending.reset}
          />
        )}
        <UploadPreview
          name={values.name}
          description={values.description}
          owner={me}
          icon={draft.icon}
          iconFallback={draft.iconFallback.src}
          opened={checked.package}
          onTry={() => onTry(true)}
        />
      </form>
    </>
  );
}
