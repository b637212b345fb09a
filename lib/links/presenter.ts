import "server-only";
import { fileUrl } from "@/lib/files/file-url";
import type { LinkCard } from "./contract";
import type { LinkRecord } from "./repository";

export function presentLink(link: LinkRecord): LinkCard {
  const { url, title, description, imageKey, imageWidth, imageHeight, imageAlt } = link;
  return {
    url,
    title,
    description,
    image:
      imageKey && imageWidth && imageHeight
        ? { url: fileUrl(imageKey), width: imageWidth, height: imageHeight, alt: imageAlt }
        : null,
  };
}
