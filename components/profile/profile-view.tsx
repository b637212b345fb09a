"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, CalendarDays, Lock, Pencil } from "lucide-react";
import dynamic from "next/dynamic";
import { useFormatter, useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Tabs } from "@/components/ui/tabs";
import { RichText } from "@/components/ui/rich-text";
import { toast } from "@/components/ui/toast";
import { useEverTrue } from "@/components/ui/use-ever-true";
import { useQueuedToggle } from "@/lib/outbox/store";
import { asFollowed, useBlock } from "@/lib/people/mutations";
import { profileQuery, type FollowSide } from "@/lib/people/queries";
import type { Profile } from "@/lib/people/contract";
import { canSeePosts, nameOf, PROFILE_TABS, type ProfileTab } from "@/lib/people/rules";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { FollowButton } from "./follow-button";
import { ProfileBanner } from "./profile-banner";
import { PrivateProfile } from "./private-profile";
import { ProfileMenu } from "./profile-menu";

const FollowsDialog = dynamic(() => import("./follows-dialog").then((module) => module.FollowsDialog), {
  ssr: false,
});

interface ProfileViewProps {
  userId: string;
  meId: string;
  initialTab: ProfileTab;
  /** The contents of the tabs, from other features. */
  tabs: Record<ProfileTab, ReactNode>;
  /** How many collections of apps the viewer may see. */
  collections: number;
}

export function ProfileView({ userId, meId, initialTab, tabs, collections }: ProfileViewProps) {
  const t = useTranslations("profile");
  const { data } = useQuery(profileQuery(userId));
  const following = useQueuedToggle("follow", data?.id ?? "");
  const profile = data && asFollowed(data, following);
  const [tab, setTab] = useState(initialTab);
  const [side, setSide] = useState<FollowSide | null>(null);
  const hasListed = useEverTrue(side !== null);
  if (!profile) return null;
  const own = profile.id === meId;
  const isOpen = canSeePosts(profile, meId);
  const choose = (next: ProfileTab) => {
    setTab(next);
    window.history.replaceState(
      null,
      "",
      next === "posts" ? location.pathname : `${location.pathname}?tab=${next}`,
    );
  };
  return (
    <div className="timeline-page">
      <div className="timeline-column overflow-clip">
        <ProfileBanner person={profile} className={profile.bannerUrl ? "aspect-[3/1]" : "aspect-[4/1]"} />
        <div className="px-4 pb-4">
          <div className="flex items-end justify-between gap-3">
            <Avatar
              id={profile.id}
              name={nameOf(profile)}
              src={profile.avatarUrl}
              size="2xl"
              className="-mt-12 ring-4 ring-surface"
            />
            <div className="flex items-center gap-2 pt-3">
              <ProfileMenu profile={profile} own={own} />
              {own ? (
                <ButtonLink
                  href="/edit-profile"
                  variant="outline"
                  className="rounded-full"
                  icon={<Pencil aria-hidden />}
                >
                  {t("edit")}
                </ButtonLink>
              ) : (
                !profile.relation.blocking && (
                  <FollowButton
                    size="md"
                    userId={profile.id}
                    name={nameOf(profile)}
                    isPrivate={profile.isPrivate}
                    following={profile.relation.following}
                    requested={profile.relation.requested}
                    followedBy={profile.relation.followedBy}
                  />
                )
              )}
            </div>
          </div>
          <About profile={profile} onSide={setSide} />
        </div>
        {profile.relation.blocking ? (
          <Blocked profile={profile} />
        ) : (
          <Tabs
            label={t("tabs")}
            value={tab}
            onValueChange={choose}
            tabs={PROFILE_TABS.filter(
              (value) => own || (value !== "likes" && (value !== "collections" || collections > 0)),
            ).map((value) => ({
              value,
              label: t(value),
              ...((value === "posts" || value === "apps") && { count: profile.counts[value] }),
              ...(value === "collections" && { count: collections }),
            }))}
            listClassName="timeline-tabs profile-tabs"
          >
            {isOpen || tab === "apps" ? tabs[tab] : <PrivateProfile profile={profile} />}
          </Tabs>
        )}
      </div>
      {hasListed && <FollowsDialog profile={profile} meId={meId} side={side} onSide={setSide} />}
    </div>
  );
}

function About({ profile, onSide }: { profile: Profile; onSide: (side: FollowSide) => void }) {
  const t = useTranslations("profile");
  const format = useFormatter();
  const followCount = (side: FollowSide) =>
    t.rich(side === "followers" ? "followers" : "followingCount", {
      count: profile.counts[side],
      b: (text) => <strong className="font-semibold text-text tabular-nums">{text}</strong>,
    });
  return (
    <>
      <h1 className="mt-3 text-xl break-words">{nameOf(profile)}</h1>
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        @{profile.username}
        {profile.isPrivate && (
          <Badge>
            <Lock aria-hidden className="size-3" /> {t("private")}
          </Badge>
        )}
        {profile.relation.followedBy && <Badge>{t("followsYou")}</Badge>}
        {profile.relation.muting && <Badge tone="warning">{t("mutedBadge")}</Badge>}
      </p>
      {profile.bio && (
        <p dir="auto" className="mt-3 text-pretty whitespace-pre-wrap">
          <RichText text={profile.bio} />
        </p>
      )}
      <p className="mt-3 flex items-center gap-1.5 text-sm text-muted">
        <CalendarDays aria-hidden className="size-4" />
        {t("joined", {
          date: format.dateTime(new Date(profile.createdAt), { year: "numeric", month: "long" }),
        })}
      </p>
      <div className="mt-2 -ml-1.5 flex flex-wrap text-sm text-muted">
        {(["following", "followers"] as const).map((side) => (
          <button
            key={side}
            type="button"
            className="min-h-8 rounded-sm px-1.5 hover:underline touch:min-h-11"
            onClick={() => onSide(side)}
          >
            {followCount(side)}
          </button>
        ))}
      </div>
    </>
  );
}

function Blocked({ profile }: { profile: Profile }) {
  const t = useTranslations("profile");
  const errors = useErrorTexts();
  const block = useBlock(profile.id);
  const name = `@${profile.username}`;
  return (
    <div className="border-t border-border">
      <EmptyState
        icon={<Ban />}
        title={t("blockedTitle", { name })}
        description={t("blockedText")}
        action={
          <Button
            variant="outline"
            loading={block.isPending}
            onClick={() =>
              block.mutate(false, { onError: (error) => void toast(errors.text(error), { tone: "danger" }) })
            }
          >
            {t("unblock", { name })}
          </Button>
        }
      />
    </div>
  );
}
