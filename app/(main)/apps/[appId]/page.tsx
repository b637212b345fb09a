import type { Metadata } from "next";
import { requireUser } from "@/lib/auth/viewer.server";
import { AppPageContent } from "../../_slots/app-page";
import { readAppOrNotFound } from "./read-app";

export async function generateMetadata({ params }: PageProps<"/apps/[appId]">): Promise<Metadata> {
  const viewer = await requireUser();
  const app = await readAppOrNotFound(viewer, (await params).appId);
  return { title: app.name, description: app.description };
}

export default async function AppPage({ params }: PageProps<"/apps/[appId]">) {
  const viewer = await requireUser();
  const app = await readAppOrNotFound(viewer, (await params).appId);
  return <AppPageContent viewer={viewer} app={app} />;
}
