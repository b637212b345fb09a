"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { RichText } from "@/components/ui/rich-text";
import { useQueuedToggle } from "@/lib/outbox/store";
import { asFollowed } from "@/lib/people/mutations";
import { profileQuery } from "@/lib/people/queries";
import { nameOf } from "@/lib/people/rules";
import { FollowButton } from "./follow-button";

/** Profile links in posts; lists of people already show the same data. */
const LINKS = '.post a[href^="/profile/"], a.rich-link[href^="/profile/"]';
const OPEN_MS = 400;
/** Time to move the pointer from the link to the card. */
const CLOSE_MS = 250;
const GAP_PX = 6;
const EDGE_PX = 8;

type Hovered = { link: HTMLElement; person: string };

/**
 * One delegated card for all profile links. Radix HoverCard wraps each trigger, but links in posts come from
 * shared text renderers, and its content is not reachable by keyboard. This one opens on hover and on
 * keyboard focus, not on touch; ArrowDown moves focus from the link into the card, Escape back.
 */
export function ProfileHoverCard({ meId }: { meId: string }) {
  const [shown, setShown] = useState<Hovered | null>(null);
  const isShown = useRef(false);
  const show = useCallback((next: Hovered | null) => {
    // React keeps an update that changes nothing until the next render, and a pointer may move for hours.
    if (next === null && !isShown.current) return;
    isShown.current = next !== null;
    setShown(next);
  }, []);
  const close = useCallback(() => show(null), [show]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (next: Hovered | null, ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => show(next), ms);
    };
    const linkAt = (target: EventTarget | null): Hovered | null => {
      const link = target instanceof Element ? target.closest<HTMLElement>(LINKS) : null;
      const person = decodeURIComponent(link?.getAttribute("href")?.split(/[/?#]/)[2] ?? "");
      return link && person && person !== "me" && person !== meId ? { link, person } : null;
    };
    const isCard = (target: EventTarget | null) =>
      target instanceof Element && target.closest(".profile-card");
    const onOver = ({ target, pointerType, buttons }: PointerEvent) => {
      if (pointerType !== "mouse" || buttons !== 0) return;
      if (isCard(target)) clearTimeout(timer);
      else if (linkAt(target)) later(linkAt(target), OPEN_MS);
      // Keyboard focus keeps it open, focus from a click does not.
      else if (!isCard(document.querySelector(":focus-visible"))) later(null, CLOSE_MS);
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (isCard(target)) return clearTimeout(timer);
      const isByKey = target instanceof Element && target.matches(":focus-visible");
      later(isByKey && matchMedia("(hover: hover)").matches ? linkAt(target) : null, OPEN_MS);
    };
    const onPress = ({ target }: Event) => {
      if (!isCard(target)) later(null, 0);
    };
    document.addEventListener("pointerover", onOver);
    document.addEventListener("focusin", onFocus);
    document.addEventListener("pointerdown", onPress);
    addEventListener("scroll", close, { passive: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", onOver);
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("pointerdown", onPress);
      removeEventListener("scroll", close);
    };
  }, [meId, close, show]);
  return shown && <Card key={shown.person} {...shown} onClose={close} />;
}

function Card({ link, person, onClose }: Hovered & { onClose: () => void }) {
  const t = useTranslations("profile");
  const format = useFormatter();
  const card = useRef<HTMLDivElement>(null);
  const { data } = useQuery({ ...profileQuery(person), retry: false });
  const following = useQueuedToggle("follow", data?.id ?? "");
  const profile = data && asFollowed(data, following);
  useLayoutEffect(() => {
    const box = card.current;
    if (!box) return;
    const at = link.getBoundingClientRect();
    const fitsBelow = at.bottom + GAP_PX + box.offsetHeight + EDGE_PX <= innerHeight;
    const left = Math.min(at.left, document.documentElement.clientWidth - box.offsetWidth - EDGE_PX);
    box.style.left = `${Math.max(EDGE_PX, left)}px`;
    box.style.top = `${fitsBelow ? at.bottom + GAP_PX : Math.max(EDGE_PX, at.top - GAP_PX - box.offsetHeight)}px`;
  }, [link, profile]);
  // Before the card is painted: without the listener, ArrowDown would scroll the page, which closes the card.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isInside = card.current?.contains(document.activeElement);
      if (event.key === "Escape") {
        if (isInside) link.focus();
        onClose();
      }
      if (event.key !== "ArrowDown" || isInside || document.activeElement !== link) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      card.current?.querySelector<HTMLElement>("button")?.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [link, onClose]);
  // Blocked people get no card: it would offer to follow them.
  if (!profile || profile.relation.blocking || !link.isConnected) return null;
  const name = nameOf(profile);
  const count = (value: number) => format.number(value, { notation: "compact" });
  return createPortal(
    <div ref={card} role="group" aria-label={name} className="profile-card floating">
      <div className="flex items-start justify-between gap-3">
        <Link
          href={`/profile/${profile.id}`}
          prefetch={false}
          tabIndex={-1}
          aria-hidden
          className="rounded-full"
        >
          <Avatar id={profile.id} name={name} src={profile.avatarUrl} size="lg" />
        </Link>
        <FollowButton
          userId={profile.id}
          name={name}
          isPrivate={profile.isPrivate}
          following={profile.relation.following}
          requested={profile.relation.requested}
          followedBy={profile.relation.followedBy}
        />
      </div>
      <Link
        href={`/profile/${profile.id}`}
        prefetch={false}
        className="mt-2 block truncate leading-6 font-semibold hover:underline"
      >
        {name}
      </Link>
      <p className="flex min-w-0 items-center gap-1.5 text-sm text-muted">
        <span className="truncate">@{profile.username}</span>
        {profile.relation.followedBy && <Badge className="flex-none">{t("followsYou")}</Badge>}
      </p>
      {profile.bio && (
        <p dir="auto" className="mt-2 line-clamp-4 text-sm text-pretty whitespace-pre-line">
          <RichText text={profile.bio} />
        </p>
      )}
      <p className="mt-2.5 flex gap-4 text-sm text-muted">
        {(["following", "followers"] as const).map((side) => (
          <span key={side}>
            <strong className="font-semibold text-text">{count(profile.counts[side])}</strong>{" "}
            {t(`${side}Tab`)}
          </span>
        ))}
      </p>
    </div>,
    document.body,
  );
}
