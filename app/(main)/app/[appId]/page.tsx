import { redirect } from "next/navigation";

/** The specification's older address of an app. */
export default async function OldAppAddress({ params }: { params: Promise<{ appId: string }> }) {
  redirect(`/apps/${encodeURIComponent((await params).appId)}`);
}
