"use client";

import { Lock, PenLine, Repeat2 } from "lucide-react";
import { SharedMenuContent } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { useQueuedToggle } from "@/lib/outbox/store";
import { compose } from "@/lib/posts/compose-store";
import { reactToPost } from "@/lib/posts/outgoing-store";
import { asQuoted } from "@/lib/posts/quoted-contract";
import { POST_MENU_ID, type PostMenuRequest } from "./post-menu-button";
import { useTimeline } from "./timeline-context";

/** The menu of the repost button. */
export function RepostMenuContent({ post, button }: PostMenuRequest) {
  const { t, reactions } = useTimeline();
  const isReposted = useQueuedToggle("post-repost", post.id) ?? post.viewer.reposted;
  const repost = (on: boolean) => {
    reactToPost(post.id, "repost", on);
    const undo = () => reactToPost(post.id, "repost", !on);
    toast(t(on ? "reposted" : "unreposted"), { action: { label: t("undo"), onClick: undo } });
  };
  return (
    <SharedMenuContent
      anchor={button}
      id={POST_MENU_ID}
      label={reactions("repost.count", { count: 0, shown: "" })}
      items={
        post.viewer.canShare === false
          ? [{ key: "private", label: t("privateNotShared"), icon: <Lock aria-hidden />, disabled: true }]
          : [
              {
                key: "repost",
                label: t(isReposted ? "unrepost" : "repost"),
                icon: <Repeat2 aria-hidden />,
                onSelect: () => repost(!isReposted),
              },
              {
                key: "quote",
                label: t("quotePost"),
                icon: <PenLine aria-hidden />,
                onSelect: () => void compose({ text: "", image: null, quote: asQuoted(post) }),
              },
            ]
      }
    />
  );
}
