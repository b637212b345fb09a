"use client";

import { Ellipsis } from "lucide-react";
import dynamic from "next/dynamic";
import { MenuButton } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import type { Post } from "@/lib/contracts/post";
import { useTimelineTexts } from "./timeline-context";

const PostMenuItems = dynamic(() => import("./post-menu-items").then((module) => module.PostMenuItems), {
  ssr: false,
});

/** What else one can do with a post. */
export function PostMenu({ post, onDeleted }: { post: Post; onDeleted?: () => void }) {
  const { t } = useTimelineTexts();
  return (
    <MenuButton
      trigger={
        <IconButton label={t("postMenu")} size="sm" className="-my-1 -mr-1.5 text-subtle">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      {(menu) => <PostMenuItems {...menu} post={post} onDeleted={onDeleted} />}
    </MenuButton>
  );
}
