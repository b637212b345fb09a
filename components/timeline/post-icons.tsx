import { Ellipsis, Heart, MessageCircle, Pin, Play, Repeat2, Share } from "lucide-react";

const ICONS = {
  like: Heart,
  comment: MessageCircle,
  repost: Repeat2,
  share: Share,
  more: Ellipsis,
  play: Play,
  pin: Pin,
};

/** The icons of all posts on a page, once; PostIcon refers to them. */
export function PostIconSprite() {
  return (
    <svg className="hidden">
      {Object.entries(ICONS).map(([name, Icon]) => (
        <symbol key={name} id={`post-icon-${name}`} viewBox="0 0 24 24">
          <Icon fill="inherit" />
        </symbol>
      ))}
    </svg>
  );
}

export function PostIcon({ name, className }: { name: keyof typeof ICONS; className?: string }) {
  return (
    <svg aria-hidden fill="none" className={className}>
      <use href={`#post-icon-${name}`} />
    </svg>
  );
}
