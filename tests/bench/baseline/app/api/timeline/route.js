import { run } from "../../../database.mjs";
import { pageOf } from "../../../feed.mjs";

export const dynamic = "force-dynamic";

export async function GET() {
  return Response.json(pageOf(await run("timeline")));
}
