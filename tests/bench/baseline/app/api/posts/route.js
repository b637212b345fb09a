import { uuidv7 } from "uuidv7";
import { query } from "../../../database.mjs";

const INSERT = `INSERT INTO posts (id, author_id, kind, body, render) VALUES ($1, $2, 'text', $3, $4) RETURNING id`;

export async function POST(request) {
  const { body, author } = await request.json();
  const render = { mode: "template", templateId: "tpl_default", slots: { title: body.slice(0, 50) } };
  const [row] = await query("insert_post", INSERT, [uuidv7(), author, body, render]);
  return Response.json({ id: row.id, body }, { status: 201 });
}
