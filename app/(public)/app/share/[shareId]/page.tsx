import type { Metadata } from "next";
import { getLocale } from "next-intl/server";
import { ShareView } from "@/components/apps/share-view";
import { LogoMark } from "@/components/shell/logo";
import { Messages } from "@/components/shell/messages";
import { isGame } from "@/lib/apps/rules";
import { getLineage } from "@/lib/apps/remix-service";
import { findSharedTrial } from "@/lib/apps/trial-service";
import { textsIn } from "@/lib/apps/texts";
import { findPageViewer, type Viewer } from "@/lib/auth/viewer.server";
import { serverEnv } from "@/lib/config/env.server";
import { appJsonLd, shortDescription } from "@/lib/guests/preview";
import { JsonLd } from "@/app/(main)/_slots/json-ld";
import { SharedReviews } from "@/components/reviews/shared-reviews";
import { AppError } from "@/lib/shared/errors";
import { instanceSettings } from "@/lib/instance/settings.server";
import { NOBODY } from "@/lib/shared/contract";
import { listReviews } from "@/lib/reviews/service";
import type { Review } from "@/lib/reviews/contract";
import { readSharedOrNotFound } from "@/app/(main)/apps/shared/[shareId]/read-shared";

async function read(params: PageProps<"/app/share/[shareId]">["params"]) {
  const [viewer, { shareId }] = await Promise.all([findPageViewer(), params]);
  return { viewer, app: await readSharedOrNotFound(viewer?.id ?? null, shareId) };
}

export async function generateMetadata({ params }: PageProps<"/app/share/[shareId]">): Promise<Metadata> {
  const { app } = await read(params);
  const { name, ...texts } = textsIn(app, await getLocale());
  const description = shortDescription(texts.description);
  const image = app.bannerUrl
    ? { url: app.bannerUrl, width: 1600, height: 600 }
    : { url: app.iconUrl, width: 512, height: 512 };
  return {
    title: name,
    description,
    alternates: {
      canonical: app.shareUrl,
      types: {
        "application/json+oembed": `/api/oembed?url=${encodeURIComponent(app.shareUrl ?? "")}`,
      },
    },
    ...(app.noindex && { robots: { index: false, follow: false } }),
    openGraph: {
      type: "website",
      title: name,
      description,
      url: app.shareUrl ?? undefined,
      images: [{ ...image, alt: name }],
    },
    twitter: { card: app.bannerUrl ? "summary_large_image" : "summary" },
  };
}

const SHOWN_REVIEWS = 3;

/** The most helpful reviews; for guests, who would see names, only if profiles are public. */
async function readReviews(viewer: Viewer | null, appId: string): Promise<Review[]> {
  const isMember = viewer?.onboarding.isOnboarded;
  if (!isMember && !(await instanceSettings()).publicProfiles) return [];
  try {
    const query = { orderBy: "useful", limit: SHOWN_REVIEWS } as const;
    return (await listReviews({ viewer: isMember ? viewer : NOBODY, appId, query })).items;
  } catch (error) {
    // There is a block between the viewer and the maker; the link shows them the app all the same.
    if (error instanceof AppError && error.code === "unknown_app") return [];
    throw error;
  }
}

/** A shared app, for anyone with the link. */
export default async function SharePage({ params }: PageProps<"/app/share/[shareId]">) {
  const [{ viewer, app }, { shareId }] = await Promise.all([read(params), params]);
  const [lineage, trial, reviews] = await Promise.all([
    getLineage(viewer && { id: viewer.id }, app.id),
    findSharedTrial(shareId),
    readReviews(viewer, app.id),
  ]);
  return (
    <Messages of={["apps", "reviews", "sandbox"]}>
      <JsonLd data={appJsonLd(app, { base: serverEnv().APP_URL, isGame: isGame(app) })} />
      <ShareView
        app={app}
        lineage={lineage}
        trial={trial}
        visitor={viewer?.onboarding.isOnboarded ? "member" : "guest"}
        reviews={reviews.length > 0 && <SharedReviews reviews={reviews} />}
        logo={<LogoMark className="size-6.5" />}
      />
    </Messages>
  );
}
