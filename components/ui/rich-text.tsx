import Link from "next/link";
import { parseRichText, shortLink } from "@/lib/shared/rich-text";

/** Hashtags up to this length do not wrap. */
const NOWRAP_CHARS = 12;

/** A text that a person wrote, with its links, mentions and hashtags. */
export function RichText({ text }: { text: string }) {
  return parseRichText(text).map((part, index) => {
    switch (part.type) {
      case "link":
        return (
          <a
            key={index}
            href={part.href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="rich-link wrap-anywhere"
          >
            {shortLink(part.href)}
          </a>
        );
      case "mention":
        return (
          <Link
            key={index}
            href={`/profile/${encodeURIComponent(part.username)}`}
            prefetch={false}
            className="rich-link"
          >
            {part.text}
          </Link>
        );
      case "hashtag":
        return (
          <Link
            key={index}
            href={`/search?type=posts&q=${encodeURIComponent(`#${part.tag}`)}`}
            prefetch={false}
            className={part.text.length > NOWRAP_CHARS ? "rich-link" : "rich-link whitespace-nowrap"}
          >
            {part.text}
          </Link>
        );
      default:
        return part.text;
    }
  });
}
