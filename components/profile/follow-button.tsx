"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useFollow } from "@/lib/people/mutations";
import { useErrorTexts } from "@/lib/i18n/use-error-text";

export interface FollowButtonProps {
  userId: string;
  /** For screen readers. */
  name: string;
  following: boolean;
  followedBy?: boolean;
  size?: "sm" | "md";
}

export function FollowButton({ userId, name, following, followedBy, size = "sm" }: FollowButtonProps) {
  const t = useTranslations("profile");
  const errors = useErrorTexts();
  const follow = useFollow(userId);
  return (
    <Button
      size={size}
      variant={following ? "outline" : "primary"}
      aria-pressed={following}
      aria-label={t(following ? "unfollowNamed" : "followNamed", { name })}
      className="group min-w-24 rounded-full"
      onClick={() =>
        follow.mutate(!following, {
          onError: (error) => void toast(errors.text(error), { tone: "danger" }),
        })
      }
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
