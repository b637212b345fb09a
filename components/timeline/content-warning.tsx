"use client";

import { EyeOff, TriangleAlert } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import type { Post } from "@/lib/posts/contract";
import { readReveal, revealPost, useReveal } from "@/lib/posts/reveal-store";
import { useTimeline } from "./timeline-context";

interface ContentWarningProps {
  post: Pick<Post, "id" | "warning" | "sensitive" | "label">;
  text: ReactNode;
  pictures: ReactNode;
  /** The app and the quoted post, hidden together with the text. */
  children: ReactNode;
}

/** A post with a content warning: collapsed until somebody opens it. */
export function ContentWarning({ post, text, pictures, children }: ContentWarningProps) {
  const { t } = useTimeline();
  const isOpen = useReveal(({ always, posts }) => posts[post.id] ?? always ?? false);
  useEffect(readReveal, []);
  const toggle = (
    <Button
      size="sm"
      variant="outline"
      className="rounded-full bg-surface"
      aria-expanded={isOpen}
      onClick={() => revealPost(post.id, !isOpen)}
    >
      {t(isOpen ? "hideContent" : "showContent")}
    </Button>
  );
  const { label } = post;
  const own = label ? label.warning : post.warning;
  const Icon = post.warning ? TriangleAlert : EyeOff;
  return (
    <>
      {!post.warning && text}
      <div className="mt-1.5 flex items-center gap-3 rounded-lg bg-sunken px-3 py-2">
        <Icon aria-hidden className="size-4.5 flex-none text-muted" />
        <div className="min-w-0 flex-1 text-sm font-medium">
          {label && <p>{t(`label.${label.reason}`)}</p>}
          {(own || !label) && <p dir="auto">{own || t("sensitivePictures")}</p>}
        </div>
        {toggle}
      </div>
      {isOpen && post.warning && text}
      {isOpen && pictures}
      {(isOpen || !post.warning) && children}
    </>
  );
}
