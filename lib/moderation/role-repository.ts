import "server-only";
import { db, type Db } from "@/lib/db/client";
import type { Standing } from "./roles";

/** A person's current role. */
export async function findStanding(id: string, client: Db = db()): Promise<Standing | null> {
  const rows = await client.$queryRaw<Standing[]>`SELECT id, role FROM users WHERE id = ${id}::uuid`;
  return rows[0] ?? null;
}

/** Makes the owner of this confirmed address an admin, unless there already is one. */
export async function appointIfNone(emailKey: string, client: Db): Promise<string | null> {
  const rows = await client.$queryRaw<{ id: string }[]>`
    UPDATE users SET role = 'admin'
     WHERE email_key = ${emailKey} AND email_verified_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM users WHERE role = 'admin') RETURNING id`;
  return rows[0]?.id ?? null;
}

export async function findName(id: string, client: Db = db()): Promise<string | null> {
  const row = await client.user.findUnique({ where: { id }, select: { username: true } });
  return row?.username ?? null;
}

/** For mail to the person. */
export async function findMailAddress(id: string, client: Db = db()): Promise<string | null> {
  const row = await client.user.findUnique({ where: { id }, select: { email: true } });
  return row?.email ?? null;
}
