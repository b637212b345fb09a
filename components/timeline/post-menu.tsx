"use client";

import {
  Ban,
  BellOff,
  Bookmark,
  BookmarkMinus,
  Eye,
  EyeOff,
  Flag,
  Link2,
  Lock,
  LockOpen,
  PenLine,
  Pin,
  PinOff,
  Trash2,
  Users,
} from "lucide-react";
import dynamic from "next/dynamic";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { SharedMenu, SharedMenuContent, type MenuItem } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { copyText } from "@/lib/browser/copy-text";
import { useMute } from "@/lib/people/mutations";
import { setCardHidden, setRoomClosed } from "@/lib/rooms/card-mutations";
import { appQuery } from "@/lib/apps/queries";
import { useQueuedToggle } from "@/lib/outbox/store";
import { bookmarkPost } from "@/lib/posts/outgoing-store";
import { deletePostLater, pinPost, setPostRoom } from "@/lib/posts/mutations";
import { askRoomPeople } from "@/lib/rooms/people-store";
import { isShared } from "@/lib/rooms/rules";
import { askBlock, askReport } from "@/lib/moderation/store";
import { TOAST_DURATION_MS } from "@/lib/config/limits";
import {
  closePostMenu,
  openPostDialog,
  POST_MENU_ID,
  usePostDialog,
  usePostMenu,
  type PostMenuRequest,
} from "./post-menu-button";
import { EmojiMenuContent } from "./emoji-menu";
import { RepostMenuContent } from "./repost-menu";
import { isEditable } from "@/lib/posts/rules";
import { useTimeline } from "./timeline-context";

const PostDialogs = dynamic(() => import("./post-dialogs").then((module) => module.PostDialogs), {
  ssr: false,
});

/** `more`: actions on the post and its author; `repost`: repost it, or quote it; `emoji`: react. */
const MENUS = { more: PostMenuContent, repost: RepostMenuContent, emoji: EmojiMenuContent };
export type PostMenuName = keyof typeof MENUS;

/** Mounted in the shell; the menu of the post whose button was pressed. */
export function PostMenu({ isModerator }: { isModerator: boolean }) {
  const request = usePostMenu((state) => state.request);
  const dialog = usePostDialog((state) => state.dialog);
  const Content = request && MENUS[request.menu];
  return (
    <>
      <SharedMenu anchor={request?.button ?? null} onClose={closePostMenu}>
        {request && Content && <Content key={request.post.id} {...request} isModerator={isModerator} />}
      </SharedMenu>
      {dialog && <PostDialogs dialog={dialog} />}
    </>
  );
}

/** Moves the focus to the next card, else to the one before: it would be lost with its own. */
function focusBeside(button: HTMLElement): void {
  const cards = [...document.querySelectorAll("[data-post]")];
  const at = cards.findIndex((card) => card.contains(button));
  const beside = cards[at + 1] ?? cards[at - 1];
  const target = beside?.querySelector<HTMLElement>("[aria-haspopup=menu]");
  (target ?? document.getElementById("content"))?.focus();
}

function PostMenuContent({
  post,
  button,
  onDeleted,
  isModerator,
}: PostMenuRequest & { isModerator: boolean }) {
  const { t, me, failed } = useTimeline();
  const client = useQueryClient();
  const mute = useMute(post.author.id);
  const name = `@${post.author.username}`;

  const remove = () => {
    if (document.activeElement === button) focusBeside(button);
    const undo = deletePostLater(client, {
      id: post.id,
      parentId: post.reply?.parentId,
      delayMs: TOAST_DURATION_MS + 500,
      onFailure: failed,
    });
    onDeleted?.();
    toast(t("postDeleted"), { action: { label: t("undo"), onClick: undo } });
  };
  // Muting removes this card, and with it the callbacks of `mutate`.
  const unmute = () => mute.mutateAsync(false).catch(failed);
  const muteAuthor = () =>
    mute
      .mutateAsync(true)
      .then(() => toast(t("muted", { name }), { action: { label: t("undo"), onClick: () => void unmute() } }))
      .catch(failed);
  const hideCard = async (roomId: string, isCardHidden: boolean): Promise<void> => {
    try {
      await setCardHidden(client, { roomId, isCardHidden });
      const undo = () => void hideCard(roomId, !isCardHidden);
      toast(t(isCardHidden ? "cardHidden" : "cardShown"), { action: { label: t("undo"), onClick: undo } });
    } catch (error) {
      failed(error);
    }
  };
  const copyLink = async () => {
    const copied = await copyText(new URL(`/post/${post.id}`, location.origin).href);
    toast(t(copied ? "linkCopied" : "linkNotCopied"));
  };
  const isBookmarked = useQueuedToggle("post-bookmark", post.id) ?? post.viewer.bookmarked;
  const bookmark = (on: boolean) => {
    bookmarkPost(post.id, on);
    const undo = () => bookmarkPost(post.id, !on);
    toast(t(on ? "bookmarked" : "unbookmarked"), { action: { label: t("undo"), onClick: undo } });
  };
  const pin = async (on: boolean): Promise<void> => {
    try {
      const { previous } = await pinPost(client, post, on);
      // The one before comes back.
      const undone = previous === null ? { post, on: false } : { post: { ...post, id: previous }, on: true };
      const undo = () => void pinPost(client, undone.post, undone.on).catch(failed);
      toast(t(on ? "pinnedToast" : "unpinnedToast"), { action: { label: t("undo"), onClick: undo } });
    } catch (error) {
      failed(error);
    }
  };
  const { room } = post;
  const cardItems: MenuItem[] =
    room && (room.card || room.isCardHidden)
      ? [
          {
            key: "card",
            label: t(room.isCardHidden ? "showCard" : "hideCard"),
            icon: room.isCardHidden ? <Eye aria-hidden /> : <EyeOff aria-hidden />,
            onSelect: () => void hideCard(room.id, !room.isCardHidden),
          },
        ]
      : [];
  const reportCardItems: MenuItem[] =
    room?.card && post.app
      ? [
          {
            key: "reportCard",
            label: t("reportCard"),
            icon: <Flag aria-hidden />,
            danger: true,
            onSelect: () => askReport({ type: "card", id: room.id, name: post.app?.name ?? "" }),
          },
        ]
      : [];
  const isMine = post.author.id === me.id;
  const attached = isMine ? post.app : null;
  const { data: app } = useQuery({ ...appQuery(attached?.id ?? ""), enabled: attached !== null });
  const share = async (name: string, isOn: boolean) => {
    try {
      await setPostRoom(client, post.id, isOn);
      toast(t(isOn ? "appShared" : "appAlone", { app: name }));
    } catch (error) {
      failed(error);
    }
  };
  const close = async (roomId: string, isClosed: boolean): Promise<void> => {
    try {
      await setRoomClosed(client, { roomId, isClosed });
      const undo = () => void close(roomId, !isClosed);
      toast(t(isClosed ? "roomClosed" : "roomOpened"), { action: { label: t("undo"), onClick: undo } });
    } catch (error) {
      failed(error);
    }
  };
  const roomItems: MenuItem[] =
    room && post.sharesApp
      ? [
          {
            key: "people",
            label: t("roomPeople"),
            icon: <Users aria-hidden />,
            onSelect: () => askRoomPeople(room.id),
          },
          {
            key: "close",
            label: t(room.isClosed ? "openRoom" : "closeRoom"),
            icon: room.isClosed ? <LockOpen aria-hidden /> : <Lock aria-hidden />,
            onSelect: () => void close(room.id, !room.isClosed),
          },
        ]
      : [];
  const shareItems: MenuItem[] =
    app && isShared(app.manifest)
      ? [
          {
            key: "share",
            label: t("shareApp", { app: app.name }),
            checked: post.sharesApp,
            onSelect: () => void share(app.name, !post.sharesApp),
          },
        ]
      : [];
  const authorItems: MenuItem[] = isMine
    ? [
        ...cardItems,
        ...reportCardItems,
        ...shareItems,
        ...roomItems,
        ...(isEditable(new Date(post.createdAt))
          ? [
              {
                key: "edit",
                label: t("editPost"),
                icon: <PenLine aria-hidden />,
                onSelect: () => openPostDialog({ kind: "edit", post }),
              },
            ]
          : []),
        {
          key: "pin",
          label: t(post.pinned ? "unpin" : "pin"),
          icon: post.pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />,
          onSelect: () => void pin(!post.pinned),
        },
        {
          key: "delete",
          label: t("deletePost"),
          icon: <Trash2 aria-hidden />,
          danger: true,
          onSelect: remove,
        },
      ]
    : [
        ...(isModerator ? [...cardItems, ...roomItems] : []),
        {
          key: "mute",
          label: t("mute", { name }),
          icon: <BellOff aria-hidden />,
          onSelect: () => void muteAuthor(),
        },
        {
          key: "block",
          label: t("block", { name }),
          icon: <Ban aria-hidden />,
          onSelect: () => askBlock({ id: post.author.id, name }),
        },
        {
          key: "report",
          label: t("report"),
          icon: <Flag aria-hidden />,
          danger: true,
          onSelect: () => askReport({ type: "post", id: post.id, name }),
        },
        ...reportCardItems,
      ];
  return (
    <SharedMenuContent
      anchor={button}
      id={POST_MENU_ID}
      label={t("postMenu")}
      items={[
        { key: "copy", label: t("copyLink"), icon: <Link2 aria-hidden />, onSelect: () => void copyLink() },
        {
          key: "bookmark",
          label: t(isBookmarked ? "unbookmark" : "bookmark"),
          icon: isBookmarked ? <BookmarkMinus aria-hidden /> : <Bookmark aria-hidden />,
          onSelect: () => bookmark(!isBookmarked),
        },
        { kind: "line", key: "line" },
        ...authorItems,
      ]}
    />
  );
}
