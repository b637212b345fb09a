"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import { Tabs } from "@/components/ui/tabs";
import { followsQuery, type FollowSide } from "@/lib/people/queries";
import type { Person, Profile } from "@/lib/people/contract";
import { canSeePosts, nameOf } from "@/lib/people/rules";
import { PeopleList } from "./people-list";
import { PrivateProfile } from "./private-profile";
import { RemoveFollower } from "./remove-follower";

interface FollowsDialogProps {
  profile: Profile;
  meId: string;
  /** The open list, or null. */
  side: FollowSide | null;
  onSide: (side: FollowSide | null) => void;
}

/** The followers of a person, and the people they follow. */
export function FollowsDialog({ profile, meId, side, onSide }: FollowsDialogProps) {
  const t = useTranslations("profile");
  return (
    <Dialog
      open={side !== null}
      onOpenChange={(open) => !open && onSide(null)}
      title={nameOf(profile)}
      size="md"
    >
      {side && (
        <Tabs
          className="-mx-5 -mb-4 min-h-96"
          label={t("people")}
          value={side}
          onValueChange={onSide}
          tabs={[
            { value: "followers", label: t("followersTab"), count: profile.counts.followers },
            { value: "following", label: t("followingTab"), count: profile.counts.following },
          ]}
          listClassName="px-3"
        >
          {canSeePosts(profile, meId) ? (
            <Follows key={side} userId={profile.id} meId={meId} side={side} />
          ) : (
            <PrivateProfile profile={profile} />
          )}
        </Tabs>
      )}
    </Dialog>
  );
}

function Follows({ userId, meId, side }: { userId: string; meId: string; side: FollowSide }) {
  const t = useTranslations("profile");
  const query = useInfiniteQuery(followsQuery(userId, side));
  return (
    <PeopleList
      query={query}
      meId={meId}
      {...(userId === meId &&
        side === "followers" && { action: (person: Person) => <RemoveFollower person={person} /> })}
      label={t(side === "followers" ? "followersTab" : "followingTab")}
      empty={
        <p className="px-6 py-14 text-center text-sm text-muted">
          {t(side === "followers" ? "noFollowers" : "noFollowing")}
        </p>
      }
    />
  );
}
