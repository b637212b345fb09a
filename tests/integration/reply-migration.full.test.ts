import { expect, it } from "vitest";
import { migrate, readMigrations } from "../../bin/launcher/migrate.mjs";
import { createDatabase } from "../support/database";
import { withClient } from "../support/postgres";

const id = (end: string): string => `0190a0a0-0000-7000-8000-0000000000${end}`;

it("comments on posts become replies with their ids, and notifications go on leading to them", async () => {
  const database = await createDatabase();
  await database.query("DROP SCHEMA public CASCADE");
  await database.query("CREATE SCHEMA public");
  const all = readMigrations();
  const at = all.findIndex(({ name }) => name.endsWith("_replies"));
  const apply = (migrations: typeof all) => withClient(database.url, (client) => migrate(client, migrations));
  await apply(all.slice(0, at));
  await database.query(`
    INSERT INTO users (id, username, username_key, display_name, email, email_key, password_hash, posts_count)
    SELECT ('0190a0a0-0000-7000-8000-0000000000a' || n)::uuid, 'u' || n, 'u' || n, '', 'u' || n, 'u' || n, 'x', 2 - n FROM generate_series(1, 2) n`);
  await database.query(`
    INSERT INTO posts (id, author_id, body, render, comments_count, client_key) VALUES
      ('${id("b1")}', '${id("a1")}', 'a post', '{}', 2, NULL), ('${id("b2")}', '${id("a2")}', 'x', '{}', 0, '${id("f1")}')`);
  await database.query(`
    INSERT INTO comments (id, post_id, author_id, content, client_key) VALUES
      ('${id("c1")}', '${id("b1")}', '${id("a2")}', E' two\\nlines ', '${id("f1")}'),
      ('${id("c2")}', '${id("b1")}', '${id("a1")}', 'mine', '${id("f2")}')`);
  await database.query(`
    INSERT INTO notifications (id, user_id, kind, actor_id, post_id, comment_id, dedupe_key)
    VALUES ('${id("d1")}', '${id("a1")}', 'comment', '${id("a2")}', '${id("b1")}', '${id("c1")}', 'k')`);

  await apply(all);

  const replies = await database.query(
    `SELECT id, parent_id, root_id, body, client_key, render->'slots'->>'title' AS title
       FROM posts WHERE parent_id IS NOT NULL ORDER BY id`,
  );
  const place = { parent_id: id("b1"), root_id: id("b1") };
  expect(replies).toEqual([
    // The author has a post with the same key.
    { ...place, id: id("c1"), body: " two\nlines ", client_key: null, title: "two lines" },
    { ...place, id: id("c2"), body: "mine", client_key: id("f2"), title: "mine" },
  ]);
  expect(await database.query("SELECT post_id, comment_id FROM notifications")).toEqual([
    { post_id: id("c1"), comment_id: null },
  ]);
  expect(await database.query("SELECT 1 FROM comments")).toEqual([]);
  await database.drop();
});
