import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { UiGallery } from "./ui-gallery";

export const metadata: Metadata = { title: "Primitives" };

/** Every primitive in every state, for whoever works on them. Not part of the product: development only. */
export default function UiPage() {
  if (process.env.NODE_ENV !== "development") notFound();
  return <UiGallery />;
}
