-- AlterTable
ALTER TABLE "users" ADD COLUMN "limited_until" TIMESTAMPTZ(3),
  ADD COLUMN "suspended_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "apps" ADD COLUMN "held_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "rooms" ADD COLUMN "held_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "decisions" (
    "id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "message" TEXT NOT NULL DEFAULT '',
    "until" TIMESTAMPTZ(3),
    "context" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undone_at" TIMESTAMPTZ(3),
    "appeal" TEXT,
    "appealed_at" TIMESTAMPTZ(3),
    "answer" TEXT,
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "decisions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "removals" (
    "decision_id" UUID NOT NULL,
    "rows" JSONB NOT NULL,
    "files" TEXT[],
    "purge_at" TIMESTAMPTZ(3),

    CONSTRAINT "removals_pkey" PRIMARY KEY ("decision_id")
);

-- CreateTable
CREATE TABLE "blocked_packages" (
    "sha256" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "blocked_packages_pkey" PRIMARY KEY ("sha256")
);

-- CreateTable
CREATE TABLE "blocked_hosts" (
    "host" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "blocked_hosts_pkey" PRIMARY KEY ("host")
);

-- AlterTable
ALTER TABLE "reports" ADD COLUMN "person_id" UUID,
  ADD COLUMN "resolved_at" TIMESTAMPTZ(3),
  ADD COLUMN "is_upheld" BOOLEAN;
UPDATE "reports" SET "person_id" = coalesce("context"->'author'->>'id', "context"->'owner'->>'id',
  CASE WHEN "subject_type" = 'user' THEN "subject_id"::text END)::uuid;

-- AlterTable
ALTER TABLE "notifications" ADD COLUMN "decision_id" UUID,
  ADD COLUMN "report_id" UUID,
  DROP CONSTRAINT "notifications_not_self",
  ADD CONSTRAINT "notifications_not_self" CHECK (
    ("user_id" = "actor_id") = ("kind" IN ('decision', 'appeal', 'report'))
  ),
  DROP CONSTRAINT "notifications_kind",
  ADD CONSTRAINT "notifications_kind" CHECK (
    "kind" IN ('like', 'comment', 'follow', 'mention', 'app_like', 'app_comment', 'room', 'repost', 'quote',
      'decision', 'appeal', 'report')
  );

-- CreateIndex
CREATE INDEX "decisions_person_id_id_idx" ON "decisions"("person_id", "id" DESC);

-- CreateIndex
CREATE INDEX "decisions_subject_type_subject_id_idx" ON "decisions"("subject_type", "subject_id");

-- CreateIndex
CREATE INDEX "decisions_answered_at_appealed_at_idx" ON "decisions"("answered_at", "appealed_at");

-- CreateIndex
CREATE INDEX "removals_purge_at_idx" ON "removals"("purge_at");

-- CreateIndex
CREATE INDEX "reports_resolved_at_subject_type_subject_id_idx" ON "reports"("resolved_at", "subject_type", "subject_id");

-- CreateIndex
CREATE INDEX "reports_person_id_idx" ON "reports"("person_id");

-- CreateIndex
CREATE INDEX "notifications_decision_id_idx" ON "notifications"("decision_id");

-- CreateIndex
CREATE INDEX "notifications_report_id_idx" ON "notifications"("report_id");

-- AddForeignKey
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "removals" ADD CONSTRAINT "removals_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "decisions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "decisions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_report_id_fkey" FOREIGN KEY ("report_id") REFERENCES "reports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a moderator takes away leaves its table, so that no query has to know of it. These two functions take rows with all
-- that would be deleted with them, and put them back: they read from the catalogue what refers to what.

-- The rows and those that refer to them, parents first, as [{table, rows}]; references that would be cleared, as
-- {table, column, value, ids}.
CREATE FUNCTION "rows_with_dependents"(tab regclass, picked jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  fk record;
  children jsonb;
  result jsonb := jsonb_build_array(jsonb_build_object('table', tab::text, 'rows', picked));
BEGIN
  FOR fk IN
    SELECT c.conrelid::regclass AS child, c.confdeltype AS kind,
           (SELECT string_agg(format('c.%I = p.%I', ca.attname, pa.attname), ' AND ')
              FROM unnest(c.conkey, c.confkey) AS k (ck, pk)
              JOIN pg_attribute ca ON ca.attrelid = c.conrelid AND ca.attnum = k.ck
              JOIN pg_attribute pa ON pa.attrelid = c.confrelid AND pa.attnum = k.pk) AS same,
           (SELECT attname FROM pg_attribute WHERE attrelid = c.conrelid AND attnum = c.conkey[1]) AS col
      FROM pg_constraint c
     WHERE c.contype = 'f' AND c.confrelid = tab AND c.confdeltype IN ('c', 'n') ORDER BY c.oid
  LOOP
    IF fk.kind = 'c' THEN
      EXECUTE format('SELECT coalesce(jsonb_agg(to_jsonb(c)), ''[]'') FROM %s c JOIN jsonb_populate_recordset(NULL::%s, $1) p ON %s',
        fk.child, tab, fk.same) INTO children USING picked;
      IF jsonb_array_length(children) > 0 THEN
        result := result || "rows_with_dependents"(fk.child, children);
      END IF;
    ELSIF EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = fk.child AND attname = 'id' AND NOT attisdropped) THEN
      EXECUTE format('SELECT coalesce(jsonb_agg(jsonb_build_object(''id'', c.id, ''value'', c.%I)), ''[]'') FROM %s c JOIN jsonb_populate_recordset(NULL::%s, $1) p ON %s',
        fk.col, fk.child, tab, fk.same) INTO children USING picked;
      IF jsonb_array_length(children) > 0 THEN
        result := result || jsonb_build_object('table', fk.child::text, 'column', fk.col, 'links', children);
      END IF;
    END IF;
  END LOOP;
  RETURN result;
END $$;

-- Puts back what still fits: a row whose other parent is gone meanwhile stays away.
CREATE FUNCTION "put_rows_back"(taken jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  part jsonb;
  item jsonb;
BEGIN
  FOR part IN SELECT * FROM jsonb_array_elements(taken) LOOP
    FOR item IN SELECT * FROM jsonb_array_elements(coalesce(part->'rows', '[]')) LOOP
      BEGIN
        EXECUTE format('INSERT INTO %s SELECT * FROM jsonb_populate_record(NULL::%s, $1) ON CONFLICT DO NOTHING',
          (part->>'table')::regclass, (part->>'table')::regclass) USING item;
      EXCEPTION WHEN foreign_key_violation OR not_null_violation OR check_violation THEN
        NULL;
      END;
    END LOOP;
    FOR item IN SELECT * FROM jsonb_array_elements(coalesce(part->'links', '[]')) LOOP
      BEGIN
        EXECUTE format('UPDATE %s SET %I = $1::uuid WHERE id = $2::uuid AND %I IS NULL',
          (part->>'table')::regclass, part->>'column', part->>'column') USING item->>'value', item->>'id';
      EXCEPTION WHEN foreign_key_violation OR unique_violation THEN
        NULL;
      END;
    END LOOP;
  END LOOP;
END $$;
