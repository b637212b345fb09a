import { redirect } from "next/navigation";

/** An address that people try: the store in that order. */
export default function TrendingPage() {
  redirect("/apps?orderBy=trending");
}
