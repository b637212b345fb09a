import { query } from "../../../database.mjs";

const INSERT = `INSERT INTO likes (user_id, post_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING post_id`;

export async function POST(request) {
  const { postId, user } = await request.json();
  const rows = await query("insert_like", INSERT, [user, postId]);
  return Response.json({ postId, liked: rows.length === 1 });
}
