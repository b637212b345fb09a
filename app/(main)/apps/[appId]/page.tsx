import type { Metadata } from "next";
import { requireUser } from "@/lib/auth/viewer.server";
import { AppPageContent } from "../../_slots/app-page";
import { readAppOrNotFound } from "./read-app";

type Props = { params: Promise<{ appId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const viewer = await requireUser();
  const app = await readAppOrNotFound(viewer, (await params).appId);
  return { title: app.name, description: app.description };
}

export default async function AppPage({ params }: Props) {
  const viewer = await requireUser();
  const app = await readAppOrNotFound(viewer, (await params).appId);
  return <AppPageContent viewer={viewer} app={app} />;
}
