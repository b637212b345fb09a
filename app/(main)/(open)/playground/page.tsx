import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { LogoMark } from "@/components/shell/logo";
import { Messages } from "@/components/shell/messages";
import { findPageMember } from "@/lib/auth/viewer.server";
import { Playground } from "../../_slots/playground";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("playground");
  return { title: t("documentTitle"), description: t("lead") };
}

/** Public; projects stay in the browser until they are published. */
export default async function PlaygroundPage({ searchParams }: PageProps<"/playground">) {
  const userId = (await findPageMember())?.id ?? null;
  const { remix } = await searchParams;
  // A remix is a project of an account.
  if (!userId && typeof remix === "string")
    redirect(`/login?next=${encodeURIComponent(`/playground?remix=${encodeURIComponent(remix)}`)}`);
  return (
    <Messages of={["apps", "package", "playground", "sandbox", "timeline"]}>
      <Playground userId={userId} logo={<LogoMark className="size-6.5" />} />
    </Messages>
  );
}
