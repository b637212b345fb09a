ALTER TABLE "rooms" ADD COLUMN "card_held_at" TIMESTAMPTZ(3);

-- Cards that moderators have taken away so far.
UPDATE "rooms" SET "card_held_at" = "last"."created_at"
  FROM (SELECT DISTINCT ON ("details"->>'roomId') "details"->>'roomId' AS "room_id", "action", "created_at"
          FROM "audit_log" WHERE "action" IN ('remove_card', 'show_card')
         ORDER BY "details"->>'roomId', "id" DESC) "last"
 WHERE "rooms"."id" = "last"."room_id"::uuid AND "last"."action" = 'remove_card' AND "rooms"."is_card_hidden";
