-- Reviews of apps: one per person and app, with votes that find them helpful and the maker's answer.

-- AlterTable
ALTER TABLE "apps" ADD COLUMN "star_counts" INTEGER[] DEFAULT ARRAY[0, 0, 0, 0, 0]::INTEGER[];

-- CreateTable
CREATE TABLE "reviews" (
    "id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "stars" SMALLINT NOT NULL,
    "text" TEXT NOT NULL DEFAULT '',
    "version" TEXT NOT NULL,
    "helpful_count" INTEGER NOT NULL DEFAULT 0,
    "answer" TEXT,
    "answered_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "edited_at" TIMESTAMPTZ(3),

    CONSTRAINT "reviews_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "reviews_stars" CHECK ("stars" BETWEEN 1 AND 5),
    CONSTRAINT "reviews_helpful_count" CHECK ("helpful_count" >= 0),
    CONSTRAINT "reviews_answer" CHECK (("answer" IS NULL) = ("answered_at" IS NULL))
);

-- CreateTable
CREATE TABLE "review_votes" (
    "user_id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_votes_pkey" PRIMARY KEY ("user_id","review_id")
);

-- CreateIndex
CREATE INDEX "reviews_app_id_helpful_count_id_idx" ON "reviews"("app_id", "helpful_count" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "reviews_app_id_id_idx" ON "reviews"("app_id", "id" DESC);

-- CreateIndex
CREATE INDEX "reviews_author_id_idx" ON "reviews"("author_id");

-- CreateIndex
CREATE UNIQUE INDEX "reviews_app_id_author_id_key" ON "reviews"("app_id", "author_id");

-- CreateIndex
CREATE INDEX "review_votes_review_id_idx" ON "review_votes"("review_id");

-- AddForeignKey
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_votes" ADD CONSTRAINT "review_votes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_votes" ADD CONSTRAINT "review_votes_review_id_fkey" FOREIGN KEY ("review_id") REFERENCES "reviews"("id") ON DELETE CASCADE ON UPDATE CASCADE;
