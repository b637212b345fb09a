import { ProviderArrival } from "@/components/auth/provider-arrival";
import { SignInLink } from "@/components/auth/sign-in-link";
import { findArrival } from "@/lib/auth/provider-arrival.server";
import { getAuthScreenFacts } from "@/lib/auth/screen-service";
import { findPageViewer } from "@/lib/auth/viewer.server";
import { LogoMark } from "@/components/shell/logo";
import { pageTitle } from "@/lib/i18n/page-title";

export const generateMetadata = pageTitle("auth.callback.documentTitle");

/** The return page of sign-in links and OAuth flows. */
export default async function CallbackPage({ searchParams }: PageProps<"/auth/callback">) {
  const [viewer, { done }] = await Promise.all([findPageViewer(), searchParams]);
  const logo = <LogoMark className="size-8" />;
  const arrival = await findArrival({ isSignedIn: viewer !== null, isDone: done !== undefined });
  if (!arrival) return <SignInLink logo={logo} username={viewer?.username} />;
  const { outboxOpen } = await getAuthScreenFacts();
  return <ProviderArrival arrival={arrival} outboxOpen={outboxOpen} logo={logo} />;
}
