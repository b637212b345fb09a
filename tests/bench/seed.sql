-- 2,000 people and :posts posts with 420,000 likes, the same ones every time. Runs in a freshly migrated database.
-- No foreign keys are checked and no secondary index of a large table stands while rows come in (see database.ts).

CREATE FUNCTION pg_temp.uid(kind int, ms bigint, number bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(kind), 3, '0') || '8' || lpad(to_hex(number), 15, '0'))::uuid
$$;
CREATE FUNCTION pg_temp.person(number bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT pg_temp.uid(1, 1704067200000 + number * 60000, number)
$$;
-- Two years of posts, whatever their number.
CREATE FUNCTION pg_temp.post_ms(number bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT 1730000000000 + number * (63072000000 / :posts)
$$;
CREATE FUNCTION pg_temp.post(number bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT pg_temp.uid(2, pg_temp.post_ms(number), number)
$$;
-- A number that looks like chance, below `bound`.
CREATE FUNCTION pg_temp.chance(number bigint, bound bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT ((number * 2654435761) % 4294967296) * bound / 4294967296
$$;
-- Some people write a lot. The last 50 wrote in the oldest twentieth only: the quiet ones.
CREATE FUNCTION pg_temp.author(number bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN number <= :posts / 20 AND number % 4 = 0 THEN 1951 + (number / 4) % 50
              ELSE 1 + (1950 * power(pg_temp.chance(number, 1000000) / 1000000.0, 1.4))::bigint % 1950 END
$$;

INSERT INTO users (id, username, username_key, display_name, bio, email, email_key, email_verified_at,
                   consent_version, consent_at, profile_completed_at, avatar_key, created_at, updated_at)
SELECT pg_temp.person(n), 'person_' || n, 'person_' || n, (ARRAY['Aoi', 'Ren', '陽菜', 'Mika', '蓮', 'Noa'])[1 + n % 6] || ' ' || n,
       'Writes about ' || n, 'person_' || n || '@bench.test', 'person_' || n || '@bench.test', now(), 'v1', now(), now(),
       CASE WHEN n % 2 = 0 THEN 'media/' || md5('face' || n) || '.webp' END, now(), now()
  FROM generate_series(1, 2000) n;

INSERT INTO apps (id, owner_id, name, name_key, description, tags, screenshot_keys, icon_key, is_public, share_id, published_at,
                  current_version_id, updated_at)
SELECT pg_temp.uid(3, 1704067200000, n), pg_temp.person(n), 'App ' || n, 'app ' || n, 'Does ' || n, '{}', '{}', 'apps/' || md5(n::text),
       true, md5('share' || n), now(), pg_temp.uid(4, 1704067200000, n), now()
  FROM generate_series(1, 20) n;
INSERT INTO app_versions (id, app_id, version, package_sha256, package_bytes, manifest)
SELECT pg_temp.uid(4, 1704067200000, n), pg_temp.uid(3, 1704067200000, n), '1.0.0', repeat(md5(n::text), 2), 1000, '{}'
  FROM generate_series(1, 20) n;

INSERT INTO posts (id, author_id, kind, body, app_id, app_version, render, search, created_at)
SELECT pg_temp.post(n), pg_temp.person(pg_temp.author(n)), 'text',
       body, CASE WHEN n % 50 = 0 THEN pg_temp.uid(3, 1704067200000, 1 + n % 20) END, CASE WHEN n % 50 = 0 THEN '1.0.0' END,
       jsonb_build_object('mode', 'template', 'templateId', 'tpl_default', 'slots', jsonb_build_object('title', left(body, 50))),
       array_to_tsvector(ARRAY['w' || pg_temp.chance(n, 4000), 'w' || pg_temp.chance(n + 7, 4000), '写真', '真を']
                         || CASE WHEN n % 2000 = 1 THEN ARRAY['蛍石', '石を'] ELSE '{}' END),
       to_timestamp(pg_temp.post_ms(n) / 1000.0)
  FROM generate_series(1, :posts) n,
       LATERAL (SELECT 'Post ' || n || ': ' || repeat('今日は写真を一枚。 A walk by the river. ', 1 + (pg_temp.chance(n, 5))::int) AS body) text;

INSERT INTO media (id, owner_id, post_id, file_key, type, width, height, alt, preview)
SELECT pg_temp.uid(5, pg_temp.post_ms(n), n), pg_temp.person(pg_temp.author(n)), pg_temp.post(n), 'media/' || md5(n::text) || '.webp',
       'image/webp', 1600, 1200, 'A river', 'data:image/webp;base64,' || repeat('UklGRgAA', 16)
  FROM generate_series(5, :posts, 10) n;

-- 420,000 likes: on every post of the newer two thirds a few, from people far apart.
INSERT INTO likes (user_id, post_id, created_at)
SELECT pg_temp.person(1 + (pg_temp.chance(n, 2000) + time * 661) % 2000), pg_temp.post(:posts - n), now()
  FROM generate_series(0, 139999) n, generate_series(0, 2) time;
UPDATE posts SET likes_count = 3 WHERE id > pg_temp.post(:posts - 140000);

-- Two reposts of every tenth post, within the hours after it, and a quote of it in every twentieth.
INSERT INTO reposts (id, user_id, post_id, created_at)
SELECT pg_temp.uid(7, ms, n * 2 + time), pg_temp.person(1 + (pg_temp.chance(n, 2000) + time * 877) % 2000), pg_temp.post(n),
       to_timestamp(ms / 1000.0)
  FROM generate_series(10, :posts, 10) n, generate_series(0, 1) time,
       LATERAL (SELECT pg_temp.post_ms(n) + 600000 + pg_temp.chance(n + time, 20000000) AS ms) placed;
UPDATE posts p SET reposts_count = 2 FROM generate_series(10, :posts, 10) n WHERE p.id = pg_temp.post(n);
UPDATE posts p SET quote_id = pg_temp.post(n - 10) FROM generate_series(20, :posts, 20) n WHERE p.id = pg_temp.post(n);
UPDATE posts p SET quotes_count = 1 FROM generate_series(20, :posts, 20) n WHERE p.id = pg_temp.post(n - 10);

-- The readers: 1 follows ten, 2 two hundred, 3 everybody, 4 the quiet ones; everybody else follows fifty.
INSERT INTO follows (follower_id, followee_id, created_at)
SELECT pg_temp.person(follower), pg_temp.person(followee), now() FROM (
  SELECT 1 AS follower, 5 + n * 60 AS followee FROM generate_series(0, 9) n
  UNION ALL SELECT 2, 5 + n * 9 FROM generate_series(0, 199) n
  UNION ALL SELECT 3, n FROM generate_series(1, 2000) n WHERE n <> 3
  UNION ALL SELECT 4, n FROM generate_series(1951, 2000) n
  UNION ALL SELECT n, 1 + (n * 7 + k * 39) % 2000 FROM generate_series(5, 2000) n, generate_series(0, 49) k
             WHERE 1 + (n * 7 + k * 39) % 2000 <> n) AS follow;
INSERT INTO blocks (blocker_id, blocked_id) SELECT pg_temp.person(n), pg_temp.person(1900 + k) FROM generate_series(1, 3) n, generate_series(1, 3) k;
INSERT INTO mutes (muter_id, muted_id) SELECT pg_temp.person(n), pg_temp.person(1910 + k) FROM generate_series(1, 3) n, generate_series(1, 3) k;

UPDATE users SET posts_count = c.count FROM (SELECT author_id AS id, count(*) FROM posts GROUP BY 1) c WHERE c.id = users.id;
UPDATE users SET following_count = c.count FROM (SELECT follower_id AS id, count(*) FROM follows GROUP BY 1) c WHERE c.id = users.id;
UPDATE users SET followers_count = c.count FROM (SELECT followee_id AS id, count(*) FROM follows GROUP BY 1) c WHERE c.id = users.id;

-- A session for each reader.
INSERT INTO sessions (id, user_id, kind, expires_at)
SELECT pg_temp.uid(6, 1704067200000, n), pg_temp.person(n), 'web', now() + interval '10 years' FROM generate_series(1, 4) n;
