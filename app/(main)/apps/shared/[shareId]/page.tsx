import type { Metadata } from "next";
import { requireUser } from "@/lib/auth/viewer.server";
import { getApp } from "@/lib/apps/service";
import { AppPageContent } from "../../../_slots/app-page";
import { readSharedOrNotFound } from "./read-shared";

export async function generateMetadata({ params }: PageProps<"/apps/shared/[shareId]">): Promise<Metadata> {
  const viewer = await requireUser();
  return { title: (await readSharedOrNotFound(viewer.id, (await params).shareId)).name };
}

/** A shared app inside the shell; it is public, so it shows like any other. */
export default async function SharedAppPage({ params }: PageProps<"/apps/shared/[shareId]">) {
  const viewer = await requireUser();
  const { id } = await readSharedOrNotFound(viewer.id, (await params).shareId);
  return <AppPageContent viewer={viewer} app={await getApp({ viewer, id })} />;
}
