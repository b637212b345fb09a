"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { useQueuedToggle } from "@/lib/outbox/store";
import { follow } from "@/lib/people/mutations";

interface FollowButtonProps {
  userId: string;
  /** For screen readers. */
  name: string;
  following: boolean;
  /** The viewer has asked to follow this private person. */
  requested: boolean;
  isPrivate: boolean;
  followedBy?: boolean;
  size?: "sm" | "md";
}

export function FollowButton({
  userId,
  name,
  followedBy,
  isPrivate,
  size = "sm",
  ...props
}: FollowButtonProps) {
  const t = useTranslations("profile");
  const isOn = useQueuedToggle("follow", userId) ?? (props.following || props.requested);
  const asks = isPrivate && !props.following;
  return (
    <Button
      size={size}
      variant={isOn ? "outline" : "primary"}
      aria-pressed={isOn}
      aria-label={t(
        asks ? (isOn ? "requestedNamed" : "requestNamed") : isOn ? "unfollowNamed" : "followNamed",
        { name },
      )}
      className="group min-w-24 rounded-full"
      onClick={() => follow(userId, !isOn)}
    >
      {isOn ? (
        <>
          <span className="mouse:group-hover:hidden">{t(asks ? "requested" : "following")}</span>
          <span className="hidden mouse:group-hover:inline">{t(asks ? "unrequest" : "unfollow")}</span>
        </>
      ) : (
        t(asks ? "request" : followedBy ? "followBack" : "follow")
      )}
    </Button>
  );
}
