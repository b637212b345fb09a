import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { GuestProfile } from "@/components/profile/guest-profile";
import { GuestPost } from "@/components/timeline/guest-post";
import { ButtonLink } from "@/components/ui/button";
import { PAGE_SIZE } from "@/lib/config/limits";
import { serverEnv } from "@/lib/config/env.server";
import { profileJsonLd } from "@/lib/guests/preview";
import type { Profile } from "@/lib/people/contract";
import { listUserPosts } from "@/lib/people/service";
import { idSchema, NOBODY } from "@/lib/shared/contract";
import { GuestPage } from "../../_slots/guest-page";
import { JsonLd } from "../../_slots/json-ld";

const NO_POSTS = { items: [], nextCursor: null };

/** A profile for guests, paginated by links instead of infinite scroll. */
export async function GuestProfilePage({
  profile,
  after,
}: {
  profile: Profile;
  after: string | string[] | undefined;
}) {
  const cursor = idSchema.optional().safeParse(after);
  if (!cursor.success) notFound();
  const query = { tab: "posts" as const, limit: PAGE_SIZE, after: cursor.data };
  const [t, { items, nextCursor }] = await Promise.all([
    getTranslations("guest"),
    profile.isPrivate ? NO_POSTS : listUserPosts({ viewer: NOBODY, idOrName: profile.id, query }),
  ]);
  const path = `/profile/${profile.id}`;
  return (
    <GuestPage path={path}>
      <JsonLd data={profileJsonLd(profile, serverEnv().APP_URL)} />
      <GuestProfile profile={profile}>
        {items.map((post) => (
          <GuestPost key={post.repost?.id ?? post.id} post={post} />
        ))}
        {items.length === 0 && <p className="px-4 py-8 text-center text-muted">{t("noPosts")}</p>}
        {(cursor.data || nextCursor) && (
          <nav className="flex justify-between gap-3 p-4">
            {cursor.data ? (
              <ButtonLink href={path} variant="ghost">
                {t("newest")}
              </ButtonLink>
            ) : (
              <span />
            )}
            {nextCursor && (
              <ButtonLink href={`${path}?after=${nextCursor}`} variant="outline" rel="next">
                {t("older")}
              </ButtonLink>
            )}
          </nav>
        )}
      </GuestProfile>
    </GuestPage>
  );
}
