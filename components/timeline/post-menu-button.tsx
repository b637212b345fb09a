"use client";

import { useEffect, useRef } from "react";
import { create } from "zustand";
import { IconButton } from "@/components/ui/icon-button";
import type { Post } from "@/lib/posts/contract";
import { PostIcon } from "./post-icons";
import { useTimeline } from "./timeline-context";

export interface PostMenuRequest {
  post: Post;
  button: HTMLElement;
  onDeleted?: () => void;
}

/** The post whose menu is open. */
export const usePostMenu = create<{ request: PostMenuRequest | null }>()(() => ({ request: null }));

export const POST_MENU_ID = "post-menu";

export function closePostMenu(): void {
  usePostMenu.setState({ request: null });
}

/** Opens the menu of a post, which PostMenu renders. */
export function PostMenuButton({ post, onDeleted }: { post: Post; onDeleted?: () => void }) {
  const { t } = useTimeline();
  const open = usePostMenu(({ request }) => request?.post.id === post.id);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const own = button.current;
    // The menu lives in the shell and would outlast its post.
    return () => {
      if (own && usePostMenu.getState().request?.button === own) closePostMenu();
    };
  }, []);
  useEffect(() => {
    // What is on its way may be confirmed while the menu is open.
    const { request } = usePostMenu.getState();
    if (request && request.button === button.current) usePostMenu.setState({ request: { ...request, post } });
  }, [post]);
  const show = (opener: HTMLElement) =>
    usePostMenu.setState({ request: { post, button: opener, onDeleted } });
  return (
    <IconButton
      ref={button}
      label={t("postMenu")}
      size="sm"
      className="-my-1 -mr-1.5 text-subtle"
      aria-haspopup="menu"
      aria-expanded={open}
      aria-controls={open ? POST_MENU_ID : undefined}
      data-state={open ? "open" : "closed"}
      onClick={({ currentTarget }) => (open ? closePostMenu() : show(currentTarget))}
      onKeyDown={(event) => {
        // With a modifier it is a shortcut of the shell.
        if (event.key !== "ArrowDown" || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
          return;
        event.preventDefault();
        show(event.currentTarget);
      }}
    >
      <PostIcon name="more" />
    </IconButton>
  );
}
