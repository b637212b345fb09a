"use client";

import { MenuButton } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { Late, lazyPart } from "@/components/ui/lazy-part";
import type { Post } from "@/lib/contracts/post";
import { MORE } from "./post-icons";
import type { PostMenuItemsProps } from "./post-menu-items";
import { useTimelineTexts } from "./timeline-context";

const part = lazyPart<PostMenuItemsProps>(() =>
  import("./post-menu-items").then((module) => module.PostMenuItems),
);

/** What else one can do with a post. Its items come when the pointer or focus is near. */
export function PostMenu({ post, onDeleted }: { post: Post; onDeleted?: () => void }) {
  const { t } = useTimelineTexts();
  return (
    <MenuButton
      onInterest={part.preload}
      trigger={
        <IconButton label={t("postMenu")} size="sm" className="-my-1 -mr-1.5 text-subtle">
          {MORE}
        </IconButton>
      }
    >
      {(menu) => <Late part={part} wanted={menu.anchor !== null} props={{ ...menu, post, onDeleted }} />}
    </MenuButton>
  );
}
