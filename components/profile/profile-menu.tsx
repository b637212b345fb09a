"use client";

import { Ban, BellOff, Ellipsis, Flag, Link2, ListPlus, UserMinus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DropdownMenu, type MenuItem } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { copyText } from "@/lib/browser/copy-text";
import { useBlock, useMute } from "@/lib/people/mutations";
import { askBlock, askReport } from "@/lib/moderation/store";
import type { Profile } from "@/lib/people/contract";
import { useErrorTexts } from "@/lib/i18n/use-error-text";

const ListMemberDialog = dynamic(
  () => import("./list-member-dialog").then((module) => module.ListMemberDialog),
  { ssr: false },
);

const RemoveFollowerDialog = dynamic(
  () => import("./remove-follower").then((module) => module.RemoveFollowerDialog),
  { ssr: false },
);

export function ProfileMenu({ profile, own }: { profile: Profile; own: boolean }) {
  const t = useTranslations("profile");
  const errors = useErrorTexts();
  const mute = useMute(profile.id);
  const block = useBlock(profile.id);
  const name = `@${profile.username}`;
  const [isListing, setListing] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const { muting, blocking, followedBy } = profile.relation;
  const failed = (error: unknown) => void toast(errors.text(error), { tone: "danger" });
  const copy = async () => {
    const copied = await copyText(new URL(`/profile/${profile.id}`, location.origin).href);
    toast(t(copied ? "linkCopied" : "linkNotCopied"));
  };
  const unblock = () =>
    block.mutate(false, { onError: failed, onSuccess: () => void toast(t("unblocked", { name })) });
  const relationItems: MenuItem[] = [
    {
      key: "lists",
      label: t("lists.add"),
      icon: <ListPlus aria-hidden />,
      onSelect: () => setListing(true),
    },
    { kind: "line", key: "line" },
    {
      key: "mute",
      label: t(muting ? "unmute" : "mute", { name }),
      icon: <BellOff aria-hidden />,
      onSelect: () =>
        mute.mutate(!muting, {
          onError: failed,
          onSuccess: () => void toast(t(muting ? "unmuted" : "muted", { name })),
        }),
    },
    ...(followedBy
      ? [
          {
            key: "remove",
            label: t("removeFollowerNamed", { name }),
            icon: <UserMinus aria-hidden />,
            onSelect: () => setRemoving(true),
          },
        ]
      : []),
    {
      key: "block",
      label: t(blocking ? "unblock" : "block", { name }),
      icon: <Ban aria-hidden />,
      onSelect: () => (blocking ? unblock() : askBlock({ id: profile.id, name })),
    },
    {
      key: "report",
      label: t("report", { name }),
      icon: <Flag aria-hidden />,
      danger: true,
      onSelect: () => askReport({ type: "user", id: profile.id, name }),
    },
  ];
  return (
    <>
      <DropdownMenu
        label={t("menu")}
        trigger={
          <IconButton label={t("menu")} variant="outline" className="rounded-full">
            <Ellipsis aria-hidden />
          </IconButton>
        }
        items={[
          { key: "copy", label: t("copyLink"), icon: <Link2 aria-hidden />, onSelect: () => void copy() },
          ...(own ? [] : relationItems),
        ]}
      />
      {isRemoving && <RemoveFollowerDialog person={profile} onClose={() => setRemoving(false)} />}
      {isListing && <ListMemberDialog person={profile} onClose={() => setListing(false)} />}
    </>
  );
}
