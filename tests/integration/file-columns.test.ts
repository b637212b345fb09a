import { expect, it } from "vitest";
import columns from "@/lib/files/file-columns.json";
import { sharedServer } from "../support/shared-server";

/**
 * What backups count on, and what the job `orphaned-files` deletes, follows from lib/files/file-columns.json: a column that
 * names files and is not in it loses them.
 */
const NO_FILES = [
  "apps.made_with_keys",
  "apps.name_key",
  "app_versions.upload_key",
  "app_storage_entries.key",
  "blocked_packages.sha256",
  "comments.client_key",
  "former_usernames.username_key",
  "instance_settings.key",
  "kept_app_entries.key",
  "notifications.dedupe_key",
  "package_trials.package_sha256",
  "passkeys.public_key",
  "posts.client_key",
  // Their contents are rows.
  "project_contents.sha256",
  "project_versions.files",
  // Content that moderators took away; see each reader of the list.
  "removals.files",
  "room_updates.client_key",
  "users.email_key",
  "users.single_keys",
  "users.username_key",
];

it("has each column whose name says that it names files", async () => {
  const found = await sharedServer().database.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name !~ '^_' AND column_name ~ '(^|_)(keys?|sha256|files?)$' ORDER BY 1`,
  );
  const listed = Object.values(columns).flatMap((tables) =>
    Object.entries<string[]>(tables).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)),
  );
  expect(found.map(({ name }) => name)).toEqual([...listed, ...NO_FILES].sort());
});
