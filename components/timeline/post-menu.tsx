"use client";

import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { MenuButton } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { Late, lazyPart } from "@/components/ui/lazy-part";
import type { Post } from "@/lib/contracts/post";
import type { PostMenuItemsProps } from "./post-menu-items";

const part = lazyPart<PostMenuItemsProps>(() =>
  import("./post-menu-items").then((module) => module.PostMenuItems),
);

/** What else one can do with a post. Its items come when the pointer or focus is near. */
export function PostMenu({ post, onDeleted }: { post: Post; onDeleted?: () => void }) {
  const t = useTranslations("timeline");
  return (
    <MenuButton
      onInterest={part.preload}
      trigger={
        <IconButton label={t("postMenu")} size="sm" className="-my-1 -mr-1.5 text-subtle">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      {(menu) => <Late part={part} wanted={menu.anchor !== null} props={{ ...menu, post, onDeleted }} />}
    </MenuButton>
  );
}
