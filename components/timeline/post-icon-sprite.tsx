import {
  Ellipsis,
  Heart,
  MessageCircle,
  Pin,
  Play,
  Repeat2,
  Share,
  SmilePlus,
  type LucideIcon,
} from "lucide-react";

const ICONS = {
  like: Heart,
  react: SmilePlus,
  comment: MessageCircle,
  repost: Repeat2,
  share: Share,
  more: Ellipsis,
  play: Play,
  pin: Pin,
} satisfies Record<string, LucideIcon>;
export type PostIconName = keyof typeof ICONS;

/**
 * An SVG sprite with the icons of all posts on a page; PostIcon refers to them. A server component, so no page loads
 * its code.
 */
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
