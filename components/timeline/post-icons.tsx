import type { PostIconName } from "./post-icon-sprite";

/** An icon of the page's PostIconSprite. */
export function PostIcon({ name, className }: { name: PostIconName; className?: string }) {
  return (
    <svg aria-hidden fill="none" className={className}>
      <use href={`#post-icon-${name}`} />
    </svg>
  );
}
