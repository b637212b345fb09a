import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { findPageReader } from "@/lib/auth/viewer.server";
import { NOBODY } from "@/lib/shared/contract";
import { AppPageContent } from "../../_slots/app-page";
import { readAppOrNotFound } from "./read-app";

export async function generateMetadata({ params }: PageProps<"/apps/[appId]">): Promise<Metadata> {
  const viewer = (await findPageReader()) ?? NOBODY;
  const app = await readAppOrNotFound(viewer, (await params).appId);
  return { title: app.name, description: app.description };
}

export default async function AppPage({ params }: PageProps<"/apps/[appId]">) {
  const viewer = await findPageReader();
  const app = await readAppOrNotFound(viewer ?? NOBODY, (await params).appId);
  // Redirects guests to the page of the share link.
  if (!viewer) return app.shareId ? redirect(`/app/share/${app.shareId}`) : notFound();
  return <AppPageContent viewer={viewer} app={app} />;
}
