import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PlaygroundView } from "@/components/apps/playground/playground-view";
import { LogoMark } from "@/components/shell/logo";
import { Messages } from "@/components/shell/messages";
import { findPageMember } from "@/lib/auth/viewer.server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("playground");
  return { title: t("documentTitle"), description: t("lead") };
}

/** Public; projects stay in the browser until they are published. */
export default async function PlaygroundPage() {
  const userId = (await findPageMember())?.id ?? null;
  return (
    <Messages of={["apps", "package", "playground", "sandbox"]}>
      <PlaygroundView userId={userId} logo={<LogoMark className="size-6.5" />} />
    </Messages>
  );
}
