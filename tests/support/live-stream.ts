import { expect } from "vitest";
import { GET } from "@/app/api/realtime/v1/stream/route";
import * as watchRoute from "@/app/api/realtime/v1/watch/route";
import type { PostCounts } from "@/lib/posts/contract";
import type { StreamEvent } from "@/lib/realtime/contract";
import { readEvents } from "./event-reader";
import { call, type TestPerson } from "./people";

type Shows = { posts?: string[]; apps?: string[]; everyone?: boolean; lists?: string[] };

/** The live stream of somebody, which shows what is named. */
export async function openLive(as: TestPerson, shows?: Shows, lastEventId?: string) {
  const abort = new AbortController();
  const request = new Request("http://localhost:3000/api/realtime/v1/stream", {
    headers: { authorization: `Bearer ${as.token}`, ...(lastEventId && { "last-event-id": lastEventId }) },
    signal: abort.signal,
  });
  const response = await GET(request, { params: Promise.resolve({}) });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const stream = readEvents(response.body!);
  const hello = await stream.until((event) => event.type === "hello");
  const { stream: id } = hello.event as StreamEvent & { type: "hello" };
  let serial = 0;
  /** Says what the stream's tabs show from now on; the answer has how the posts are. */
  const show = async ({ posts = [], apps = [], everyone = false, lists = [] }: Shows, at = serial++) => {
    const json = { stream: id, serial: at, posts, apps, everyone, lists, fresh: posts };
    const { body } = await call<{ items: PostCounts[] }>(watchRoute.PUT, { as, json, method: "PUT" });
    return body.items;
  };
  if (shows) await show(shows);
  return { ...stream, hello, show, abort: () => abort.abort() };
}
