import { redirect } from "next/navigation";

/** The specification's legacy path of a profile. */
export default async function OldProfileAddress({ params }: PageProps<"/users/[userId]">) {
  redirect(`/profile/${encodeURIComponent((await params).userId)}`);
}
