import { randomBytes } from "node:crypto";
import { UsageError } from "./arguments.mjs";
import { withDatabase } from "./database-url.mjs";
import { Fault } from "../launcher/fault.mjs";

export const giveAdmin = (args) => manage("admin", args);
export const giveModerator = (args) => manage("moderator", args);

const RANKS = ["member", "moderator", "admin"];

/** `add` grants a role, `remove` revokes it, `list` shows who has it. */
async function manage(role, { target, name }) {
  if (!["add", "remove", "list"].includes(target))
    throw new UsageError(`"${target}" is not one of add, remove, list.`);
  return withDatabase(async (client) => {
    if (target === "list") return list(client, role);
    const username = name.replace(/^@/, "").normalize("NFKC").toLowerCase();
    return change(client, {
      username,
      from: target === "add" ? null : role,
      to: target === "add" ? role : "member",
    });
  });
}

async function list(client, role) {
  const { rows } = await client.query("SELECT username FROM users WHERE role = $1 ORDER BY username", [role]);
  for (const { username } of rows) console.log(username);
  if (rows.length === 0) console.log(`There is no ${role}.`);
  return 0;
}

/** Changes a role and records it in the audit log, in one statement. */
async function change(client, { username, from, to }) {
  const { rows } = await client.query("SELECT id, role FROM users WHERE username = $1", [username]);
  const [person] = rows;
  if (!person) throw new Fault(`Nobody is called ${username}.`);
  if (!from && RANKS.indexOf(person.role) > RANKS.indexOf(to))
    throw new Fault(
      `${username} is ${named(person.role)}, which is more: run gum ${person.role} remove ${username} first.`,
    );
  if (person.role === to || (from && person.role !== from)) {
    console.log(`${username} is ${named(person.role)} already: nothing to do.`);
    return 0;
  }
  await client.query(
    `WITH changed AS (UPDATE users SET role = $2 WHERE id = $1 RETURNING id)
     INSERT INTO audit_log (id, actor_name, action, subject_type, subject_id, person_id, details)
     SELECT $3::uuid, 'command line', 'role', 'user', id, id, jsonb_build_object('role', $2::text) FROM changed`,
    [person.id, to, timeId()],
  );
  console.log(`${username} is ${named(to)} now.`);
  return 0;
}

const named = (role) => (role === "admin" ? "an admin" : `a ${role}`);

/** A UUIDv7, because the audit log is ordered by id. */
function timeId() {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = (bytes[6] & 0x0f) | 0x70;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
