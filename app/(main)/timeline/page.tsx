import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { idSchema } from "@/lib/shared/contract";
import { FEEDS } from "@/lib/posts/rules";
import { requireUser } from "@/lib/auth/viewer.server";
import { findVisibleApps } from "@/lib/apps/service";
import { startingFeed } from "@/lib/posts/timeline-service";
import { TimelineScreen } from "./timeline-screen";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("timeline");
  return { title: t("title") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function TimelinePage({ searchParams }: Props) {
  const viewer = await requireUser();
  const query = await searchParams;
  const asked = z.enum(FEEDS).safeParse(query.feed);
  const feed = asked.success ? asked.data : await startingFeed(viewer);
  // "Post about it": the composer begins with that app.
  const app = idSchema.safeParse(query.app);
  const attach = app.success ? (await findVisibleApps(viewer, [app.data])).get(app.data) : undefined;
  return <TimelineScreen viewer={viewer} feed={feed} attach={attach} />;
}
