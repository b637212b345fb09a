"use client";

import { useLayoutEffect, useRef, useState, type CSSProperties, type RefObject } from "react";
import { Avatar } from "@/components/ui/avatar";
import { cn } from "@/components/ui/cn";
import type { LiveCard as Card } from "@/lib/rooms/card-contract";
import { Picture } from "./picture";
import { useTimeline, type Timeline } from "./timeline-context";

interface LiveCardProps {
  card: Card;
  version: number;
  appName: string;
}

const NAMES_SHOWN = 2;

export function LiveCard(props: LiveCardProps) {
  return <CardView {...props} texts={useTimeline()} />;
}

type Texts = Pick<Timeline, "t" | "format">;

/**
 * The card of an app in its post. Its text is the app's, so it is framed and labelled as such. Not a live region:
 * frequent changes would keep a screen reader talking.
 */
export function CardView({ card, version, appName, texts }: LiveCardProps & { texts: Texts }) {
  const { t, format } = texts;
  const box = useSteadyHeight(version);
  const [firstVersion] = useState(version);
  const { title, lines, bars, image, people } = card;
  const largest = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE);
  return (
    <div
      ref={box}
      role="group"
      aria-label={t("cardFrom", { name: appName })}
      aria-live="off"
      data-changed={version === firstVersion ? undefined : ""}
      className="live-card"
    >
      <p aria-hidden className="truncate text-2xs text-subtle">
        {t("cardFrom", { name: appName })}
      </p>
      {title && (
        <p key={title} dir="auto" className="live-card-new line-clamp-2 leading-6 font-semibold">
          {title}
        </p>
      )}
      {lines.map((line, index) => (
        <p key={`${index} ${line}`} dir="auto" className="live-card-new line-clamp-2 text-sm">
          {line}
        </p>
      ))}
      {image && (
        <Picture
          media={{ ...image, alt: image.alt || t("cardPicture", { name: appName }), preview: "" }}
          className="mt-1.5 rounded-md"
          style={pictureShape(image)}
        />
      )}
      {bars.length > 0 && (
        <ul className="mt-1.5 flex flex-col gap-1">
          {bars.map(({ label, value }, index) => (
            <li key={index} className="live-bar">
              <span
                aria-hidden
                className="live-bar-fill"
                style={{ translate: `${(value / largest - 1) * 100}% 0` }}
              />
              <span dir="auto" className="truncate">
                {label}
              </span>
              <span className={cn("flex-none tabular-nums", value === largest && "font-semibold")}>
                {format.number(value, { maximumFractionDigits: 2 })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {people.length + card.otherPeople > 0 && <People card={card} texts={texts} />}
    </div>
  );
}

function People({ card: { people, otherPeople }, texts: { t, format } }: { card: Card; texts: Texts }) {
  const named = people.slice(0, NAMES_SHOWN).map(({ displayName }) => displayName);
  const others = people.length - named.length + otherPeople;
  const count = others === 0 ? [] : [t(named.length > 0 ? "cardOthers" : "cardPeople", { count: others })];
  return (
    <div className="mt-1.5 flex items-center gap-2 text-xs text-muted">
      {people.length > 0 && (
        <span className="flex flex-none -space-x-1.5">
          {people.map(({ id, displayName, avatarUrl }) => (
            <Avatar
              key={id}
              id={id}
              name={displayName}
              src={avatarUrl}
              size="xs"
              className="ring-2 ring-raised"
            />
          ))}
        </span>
      )}
      <span className="truncate">{format.list([...named, ...count])}</span>
    </div>
  );
}

/** Clamps the aspect ratio; small images keep their size. */
function pictureShape({ width, height }: { width: number; height: number }): CSSProperties {
  const ratio = Math.min(3, Math.max(0.6, width / height));
  return { aspectRatio: String(ratio), width: `min(100%, ${Math.round(320 * Math.min(ratio, 1.6))}px)` };
}

/** A card does not shrink while it is on screen, to avoid a layout shift with each change. */
function useSteadyHeight(version: number): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const known = useRef({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = box.current!;
    element.style.minHeight = "";
    const { offsetWidth: width, offsetHeight: natural } = element;
    const height = width === known.current.width ? Math.max(known.current.height, natural) : natural;
    known.current = { width, height };
    if (height > natural) element.style.minHeight = `${height}px`;
  }, [version]);
  return box;
}
