"use client";

import { ImagePlus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ChangeEvent, useRef, useState } from "react";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { CropDialog } from "@/components/ui/crop-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { profileFailureOf, removePicture, setPicture } from "@/lib/account/profile.client";
import { MEDIA_MAX_BYTES } from "@/lib/config/limits";
import type { Me } from "@/lib/people/user-contract";
import { PICTURES, type PictureKind } from "@/lib/account/profile-pictures";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { ProfileBanner } from "./profile-banner";

const ACCEPT = "image/jpeg,image/png,image/webp,image/gif";

/** The avatar and banner of a profile, as they will look, with their buttons. */
export function EditPictures({ me, onChanged }: { me: Me; onChanged: () => void }) {
  const t = useTranslations("settings.profile");
  const tErrors = useTranslations("errors");
  const texts = useErrorTexts();
  const [chosen, setChosen] = useState<{ kind: PictureKind; file: File } | null>(null);
  const [pending, setPending] = useState<PictureKind | null>(null);
  const [error, setError] = useState<string>();
  const inputs = { avatar: useRef<HTMLInputElement>(null), banner: useRef<HTMLInputElement>(null) };

  const textOf = (thrown: unknown) => {
    const failure = profileFailureOf(thrown);
    return failure ? tErrors(`profile.${failure}`) : texts.text(thrown);
  };

  function choose(kind: PictureKind, event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    // So that choosing the same file again is a change.
    event.target.value = "";
    if (!file) return;
    if (file.size > MEDIA_MAX_BYTES) {
      toast(tErrors("codes.payload_too_large"), { tone: "danger", description: t("pictureHint") });
      return;
    }
    setError(undefined);
    setChosen({ kind, file });
  }

  async function save(kind: PictureKind, picture: Blob) {
    setPending(kind);
    setError(undefined);
    try {
      await setPicture(kind, picture);
      setChosen(null);
      toast(t("pictureSaved"), { tone: "success" });
      onChanged();
    } catch (thrown) {
      setError(textOf(thrown));
    } finally {
      setPending(null);
    }
  }

  async function remove(kind: PictureKind) {
    setPending(kind);
    try {
      await removePicture(kind);
      toast(t("pictureRemoved"), { tone: "success" });
      onChanged();
    } catch (thrown) {
      toast(textOf(thrown), { tone: "danger" });
    } finally {
      setPending(null);
    }
  }

  const busy = pending !== null;
  const input = (kind: PictureKind) => (
    <input
      ref={inputs[kind]}
      type="file"
      accept={ACCEPT}
      aria-label={t(kind === "avatar" ? "changeAvatar" : "changeBanner")}
      tabIndex={-1}
      className="sr-only"
      onChange={(event) => choose(kind, event)}
    />
  );
  const buttons = (kind: PictureKind, removeVariant: "outline" | "ghost") => (
    <>
      <Button
        size="sm"
        variant="outline"
        icon={<ImagePlus aria-hidden />}
        loading={pending === kind}
        disabled={busy}
        onClick={() => inputs[kind].current?.click()}
      >
        {t(kind === "avatar" ? "changeAvatar" : "changeBanner")}
      </Button>
      {me[kind === "avatar" ? "avatarUrl" : "bannerUrl"] && (
        <IconButton
          label={t(kind === "avatar" ? "removeAvatar" : "removeBanner")}
          size="sm"
          variant={removeVariant}
          disabled={busy}
          onClick={() => void remove(kind)}
        >
          <Trash2 aria-hidden />
        </IconButton>
      )}
    </>
  );
  return (
    <section>
      <div className="relative aspect-[3/1] overflow-hidden rounded-xl border border-border">
        <ProfileBanner person={me} className="h-full" />
        {input("banner")}
        <div className="absolute right-2 bottom-2 flex gap-2">{buttons("banner", "outline")}</div>
      </div>
      <div className="-mt-9 flex items-end gap-4 px-4">
        <span className="relative rounded-full ring-4 ring-bg">
          <Avatar id={me.id} name={me.displayName} src={me.avatarUrl} size="2xl" />
          {input("avatar")}
        </span>
        <div className="flex flex-wrap gap-2 pb-1">{buttons("avatar", "ghost")}</div>
      </div>
      <p className="mt-2 px-4 text-xs text-muted">{t("pictureHint")}</p>
      {chosen && (
        <CropDialog
          file={chosen.file}
          title={t(chosen.kind === "avatar" ? "adjustAvatar" : "adjustBanner")}
          frame={PICTURES[chosen.kind]}
          shape={chosen.kind === "avatar" ? "rounded-full" : undefined}
          pending={busy}
          error={error}
          onCrop={(picture) => void save(chosen.kind, picture)}
          onClose={() => setChosen(null)}
        />
      )}
    </section>
  );
}
