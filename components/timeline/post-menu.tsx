"use client";

import { Ellipsis } from "lucide-react";
import { MenuButton } from "@/components/ui/menu";
import { IconButton } from "@/components/ui/icon-button";
import { PostMenuItems, type PostMenuItemsProps } from "./post-menu-items";
import { useTimelineTexts } from "./timeline-context";

/** What else one can do with a post. */
export function PostMenu(props: PostMenuItemsProps) {
  const { t } = useTimelineTexts();
  return (
    <MenuButton
      trigger={
        <IconButton label={t("postMenu")} size="sm" className="-my-1 -mr-1.5 text-subtle">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <PostMenuItems {...props} />
    </MenuButton>
  );
}
