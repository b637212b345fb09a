import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { FEEDS } from "@/lib/contracts/timeline";
import { requireUser } from "@/lib/server/auth/viewer";
import { startingFeed } from "@/lib/server/services/timeline-service";
import { TimelineScreen } from "./timeline-screen";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("timeline");
  return { title: t("title") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function TimelinePage({ searchParams }: Props) {
  const viewer = await requireUser();
  const asked = z.enum(FEEDS).safeParse((await searchParams).feed);
  return <TimelineScreen viewer={viewer} feed={asked.success ? asked.data : await startingFeed(viewer)} />;
}
