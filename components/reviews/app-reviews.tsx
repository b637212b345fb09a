"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LoadFailed } from "@/components/ui/load-failed";
import { LoadMore } from "@/components/ui/load-more";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { SkeletonText } from "@/components/ui/skeleton";
import { appQuery } from "@/lib/apps/queries";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { reviewsOf, reviewsQuery } from "@/lib/reviews/queries";
import { REVIEW_ORDERS, type ReviewOrder } from "@/lib/reviews/rules";
import { OwnReview } from "./own-review";
import { RatingSummary } from "./rating-summary";
import { ReviewItem } from "./review-item";

type Me = { id: string; isModerator: boolean };

/** The rating of an app, the viewer's own review, and those of others. */
export function AppReviews({ appId, me }: { appId: string; me: Me }) {
  const t = useTranslations("reviews");
  const { data: app } = useQuery(appQuery(appId));
  const [order, setOrder] = useState<ReviewOrder>("useful");
  if (!app) return null;
  const { rating, viewer } = app;
  return (
    <div className="flex flex-col gap-5">
      {rating.count === 0 ? <p className="text-muted">{t("none")}</p> : <RatingSummary rating={rating} />}
      <OwnReview appId={appId} />
      {rating.count > 1 && (
        <SegmentedControl
          label={t("order")}
          className="self-start"
          segments={REVIEW_ORDERS.map((value) => ({ value, label: t(`orders.${value}`) }))}
          value={order}
          onValueChange={setOrder}
        />
      )}
      <ReviewList key={order} appId={appId} order={order} me={me} isMaker={viewer.owner} />
    </div>
  );
}

interface ReviewListProps {
  appId: string;
  order: ReviewOrder;
  me: Me;
  isMaker: boolean;
}

function ReviewList({ appId, order, me, isMaker }: ReviewListProps) {
  const t = useTranslations("reviews");
  const errors = useErrorTexts();
  const query = useInfiniteQuery(reviewsQuery(appId, order));
  if (query.isPending) return <SkeletonText lines={4} />;
  if (query.isError && !query.data)
    return <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />;
  // One's own stands above.
  const others = reviewsOf(query.data).filter(({ author }) => author.id !== me.id);
  if (others.length === 0 && !query.hasNextPage) return null;
  return (
    <div>
      <ul aria-label={t("list")} className="divide-y divide-border">
        {others.map((review) => (
          <ReviewItem key={review.id} review={review} isMaker={isMaker} isModerator={me.isModerator} />
        ))}
      </ul>
      <LoadMore query={query} />
    </div>
  );
}
