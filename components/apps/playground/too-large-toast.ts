import type { useTranslations } from "next-intl";
import { toast } from "@/components/ui/toast";
import { PROJECT_MAX_BYTES } from "@/lib/config/project-limits";
import type { TooLarge } from "./project-room";

/** Says that an app is larger than a project, and offers its files. */
export function showTooLarge(
  { bytes, source }: TooLarge,
  t: ReturnType<typeof useTranslations<"playground">>,
  size: (bytes: number) => string,
): void {
  toast(t("tooLarge", { size: size(bytes), limit: size(PROJECT_MAX_BYTES) }), {
    tone: "warning",
    duration: Infinity,
    ...(source && { action: { label: t("tooLargeDownload"), onClick: () => download(source) } }),
  });
}

function download({ href, fileName }: NonNullable<TooLarge["source"]>): void {
  Object.assign(document.createElement("a"), { href, download: fileName }).click();
}
