import { cn } from "@/components/ui/cn";
import type { LinkCard as Link } from "@/lib/links/contract";
import { Picture } from "./picture";

/** Images at least this wide are shown above the text. */
const WIDE = 1.4;

/** A link preview. The whole card is a link. */
export function LinkCard({ link: { url, title, description, image } }: { link: Link }) {
  const isWide = image !== null && image.width >= 400 && image.width / image.height >= WIDE;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      data-link-card
      className={cn(
        "mt-2.5 flex overflow-hidden rounded-lg border border-border hover:bg-hover",
        isWide ? "flex-col" : "items-stretch",
      )}
    >
      {image && (
        <Picture
          media={{ ...image, preview: "" }}
          className={
            isWide
              ? "aspect-[1.91] w-full border-b border-border"
              : "aspect-square w-28 flex-none border-r border-border"
          }
        />
      )}
      <span className="min-w-0 flex-1 px-3.5 py-2.5">
        <span className="block truncate text-xs text-muted">{new URL(url).host.replace(/^www\./, "")}</span>
        <span dir="auto" className="mt-0.5 line-clamp-2 text-sm font-semibold wrap-anywhere">
          {title}
        </span>
        {description && (
          <span dir="auto" className="mt-0.5 line-clamp-2 text-sm text-muted wrap-anywhere">
            {description}
          </span>
        )}
      </span>
    </a>
  );
}
