import { redirect } from "next/navigation";

/** The specification's legacy path of an app. */
export default async function OldAppAddress({ params }: PageProps<"/app/[appId]">) {
  redirect(`/apps/${encodeURIComponent((await params).appId)}`);
}
