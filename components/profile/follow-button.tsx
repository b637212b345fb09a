"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { useQueuedToggle } from "@/lib/outbox/store";
import { follow } from "@/lib/people/mutations";

export interface FollowButtonProps {
  userId: string;
  /** For screen readers. */
  name: string;
  following: boolean;
  followedBy?: boolean;
  size?: "sm" | "md";
}

export function FollowButton({ userId, name, followedBy, size = "sm", ...props }: FollowButtonProps) {
  const t = useTranslations("profile");
  const following = useQueuedToggle("follow", userId) ?? props.following;
  return (
    <Button
      size={size}
      variant={following ? "outline" : "primary"}
      aria-pressed={following}
      aria-label={t(following ? "unfollowNamed" : "followNamed", { name })}
      className="group min-w-24 rounded-full"
      onClick={() => follow(userId, !following)}
    >
      {following ? (
        <>
          <span className="mouse:group-hover:hidden">{t("following")}</span>
          <span className="hidden mouse:group-hover:inline">{t("unfollow")}</span>
        </>
      ) : (
        t(followedBy ? "followBack" : "follow")
      )}
    </Button>
  );
}
