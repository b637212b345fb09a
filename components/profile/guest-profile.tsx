import { CalendarDays, Lock, Rss } from "lucide-react";
import { getFormatter, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Avatar } from "@/components/ui/avatar";
import { EmptyState } from "@/components/ui/empty-state";
import { RichText } from "@/components/ui/rich-text";
import type { Profile } from "@/lib/people/contract";
import { nameOf } from "@/lib/people/rules";
import { ProfileBanner } from "./profile-banner";

/** A profile for guests; `children` are the posts. */
export async function GuestProfile({ profile, children }: { profile: Profile; children: ReactNode }) {
  const [t, guest, format] = await Promise.all([
    getTranslations("profile"),
    getTranslations("guest"),
    getFormatter(),
  ]);
  const count = (key: "followers" | "followingCount", value: number) =>
    t.rich(key, {
      count: value,
      b: (text) => <strong className="font-semibold text-text tabular-nums">{text}</strong>,
    });
  return (
    <>
      <ProfileBanner person={profile} className={profile.bannerUrl ? "aspect-[3/1]" : "aspect-[4/1]"} />
      <div className="border-b border-border px-4 pb-4">
        <Avatar
          id={profile.id}
          name={nameOf(profile)}
          src={profile.avatarUrl}
          size="2xl"
          className="-mt-12 ring-4 ring-surface"
        />
        <h1 className="mt-3 text-xl break-words">{nameOf(profile)}</h1>
        <p className="text-sm text-muted">@{profile.username}</p>
        {profile.bio && (
          <p dir="auto" className="mt-3 text-pretty whitespace-pre-wrap">
            <RichText text={profile.bio} />
          </p>
        )}
        <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
          <span className="flex items-center gap-1.5">
            <CalendarDays aria-hidden className="size-4" />
            {t("joined", {
              date: format.dateTime(new Date(profile.createdAt), { year: "numeric", month: "long" }),
            })}
          </span>
          {!profile.isPrivate && (
            <a
              href={`/profile/${profile.id}/feed.xml`}
              className="flex min-h-6 items-center gap-1.5 hover:underline"
            >
              <Rss aria-hidden className="size-4" />
              {guest("feedLink")}
            </a>
          )}
        </p>
        <p className="mt-2 flex gap-4 text-sm text-muted">
          <span>{count("followingCount", profile.counts.following)}</span>
          <span>{count("followers", profile.counts.followers)}</span>
        </p>
      </div>
      {profile.isPrivate ? (
        <EmptyState icon={<Lock />} title={t("privateTitle")} description={guest("privateText")} />
      ) : (
        children
      )}
    </>
  );
}
