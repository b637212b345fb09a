"use client";

import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from "react";
import { create } from "zustand";
import type { Post } from "@/lib/posts/contract";
import type { PostDialogName } from "./post-dialogs";
import { PostIcon } from "./post-icons";
import type { PostMenuName } from "./post-menu";
import { useTimeline } from "./timeline-context";

export interface PostMenuRequest {
  menu: PostMenuName;
  post: Post;
  button: HTMLElement;
  onDeleted?: (() => void) | undefined;
}

/** The post whose menu is open. */
export const usePostMenu = create<{ request: PostMenuRequest | null }>()(() => ({ request: null }));

export const POST_MENU_ID = "post-menu";

export function closePostMenu(): void {
  usePostMenu.setState({ request: null });
}

export type PostDialog = { kind: PostDialogName; post: Post };

/** The dialog about a post that is open, which PostMenu renders. */
export const usePostDialog = create<{ dialog: PostDialog | null }>()(() => ({ dialog: null }));

export function openPostDialog(dialog: PostDialog | null): void {
  usePostDialog.setState({ dialog });
}

/** The properties of a button that opens a menu of a post, which PostMenu renders. */
export function usePostMenuButton({ menu, post, onDeleted }: Omit<PostMenuRequest, "button">) {
  const open = usePostMenu(({ request }) => request?.post.id === post.id && request.menu === menu);
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const own = ref.current;
    // The menu lives in the shell and would outlast its post.
    return () => {
      if (own && usePostMenu.getState().request?.button === own) closePostMenu();
    };
  }, []);
  useEffect(() => {
    // A pending post may be confirmed while the menu is open.
    const { request } = usePostMenu.getState();
    if (request && request.button === ref.current) usePostMenu.setState({ request: { ...request, post } });
  }, [post]);
  const show = (button: HTMLElement) => usePostMenu.setState({ request: { menu, post, button, onDeleted } });
  return {
    ref,
    "aria-haspopup": "menu" as const,
    "aria-expanded": open,
    "aria-controls": open ? POST_MENU_ID : undefined,
    "data-state": open ? "open" : "closed",
    onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => (open ? closePostMenu() : show(currentTarget)),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      // With a modifier it is a shortcut of the shell.
      if (event.key !== "ArrowDown" || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      show(event.currentTarget);
    },
  };
}

export function PostMenuButton({ post, onDeleted }: Pick<PostMenuRequest, "post" | "onDeleted">) {
  const { t } = useTimeline();
  return (
    <button
      {...usePostMenuButton({ menu: "more", post, onDeleted })}
      type="button"
      className="btn btn-ghost btn-sm icon-btn -my-1 -mr-1.5 text-subtle"
      aria-label={t("postMenu")}
      title={t("postMenu")}
    >
      <PostIcon name="more" />
    </button>
  );
}
