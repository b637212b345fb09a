"use client";

import { useTranslations } from "next-intl";
import type { Review } from "@/lib/reviews/contract";
import { ReviewAnswer, ReviewBody } from "./review-body";

/** The most helpful reviews of an app, to read only. */
export function SharedReviews({ reviews }: { reviews: readonly Review[] }) {
  const t = useTranslations("reviews");
  return (
    <section aria-labelledby="reviews-title" className="mt-8">
      <h2 id="reviews-title" className="mb-3 text-lg">
        {t("list")}
      </h2>
      <ul className="card divide-y divide-border px-4 sm:px-5">
        {reviews.map((review) => (
          <li key={review.id} className="py-4">
            <ReviewBody review={review} />
            <div className="pl-11">
              <ReviewAnswer review={review} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
