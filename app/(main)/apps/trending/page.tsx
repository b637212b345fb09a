import { redirect } from "next/navigation";

/** A path that people guess. */
export default function TrendingPage() {
  redirect("/apps?orderBy=trending");
}
