import { beforeAll, expect, it } from "vitest";
import * as media from "@/app/api/media/route";
import * as post from "@/app/api/posts/[id]/route";
import * as comments from "@/app/api/posts/[id]/comments/route";
import * as comment from "@/app/api/posts/[id]/comments/[commentId]/route";
import * as user from "@/app/api/users/[id]/route";
import * as userApps from "@/app/api/users/[id]/apps/route";
import * as block from "@/app/api/users/[id]/block/route";
import * as follow from "@/app/api/users/[id]/follow/route";
import * as followers from "@/app/api/users/[id]/followers/route";
import * as following from "@/app/api/users/[id]/following/route";
import * as mute from "@/app/api/users/[id]/mute/route";
import * as userPosts from "@/app/api/users/[id]/posts/route";
import * as blocks from "@/app/api/v1/blocks/route";
import * as discover from "@/app/api/v1/discover/people/route";
import * as mutes from "@/app/api/v1/mutes/route";
import * as notifications from "@/app/api/v1/notifications/route";
import * as read from "@/app/api/v1/notifications/read/route";
import * as posts from "@/app/api/v1/posts/route";
import * as counts from "@/app/api/v1/posts/counts/route";
import * as reactions from "@/app/api/v1/reactions/route";
import * as reports from "@/app/api/v1/reports/route";
import * as search from "@/app/api/v1/search/route";
import * as timeline from "@/app/api/v1/timeline/route";
import type { Post } from "@/lib/posts/contract";
import { encodeCursor } from "@/lib/shared/list-cursor";
import { some } from "../support/depth";
import { call, makePerson, type TestPerson } from "../support/people";

/** Whatever somebody who is signed in sends: an answer that says what is wrong, never a fault of ours. */

let mika: TestPerson;
let target: string;

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "100000";
  mika = await makePerson("mika");
  target = (await call<Post>(posts.POST, { as: mika, json: { body: "here" } })).body.id;
});

const NUL = "a\0b";
const LONE = "a\ud800b";
const LONG = "あ".repeat(70_000);
const STRINGS = [
  "",
  " ",
  "null",
  "undefined",
  "[]",
  "..",
  "../../etc/passwd",
  "%00",
  NUL,
  LONE,
  "'",
  `"; DROP TABLE posts; --`,
  LONG,
];
const IDS = [
  ...STRINGS,
  "0",
  "-1",
  "1e309",
  "00000000-0000-0000-0000-000000000000",
  "{019a0000-0000-7000-8000-000000000000}",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
];
const NUMBERS = ["-1", "0", "1.5", "NaN", "Infinity", "9007199254740993", "1e309", "0x7fffffff", "20;", ""];

/** Well-made cursors with nonsense in them. */
const CURSORS = [
  "--",
  "2026",
  "99999999-99-99",
  "99999999999999999999",
  "-1",
  "1.5",
  "12:00",
  "+",
  "2026-02-31 00:00:00+00",
  "name'",
  NUL,
].map((key) => encodeCursor({ key, id: "019a0000-0000-7000-8000-000000000000" }));

let deep: unknown = "x";
for (let depth = 0; depth < 500; depth++) deep = [deep];
const VALUES = [null, true, -1, 1e308, [], [[]], {}, { $ne: 1 }, deep, ...STRINGS];
const BODIES = [...VALUES, JSON.parse('{"__proto__":{"admin":true},"constructor":1}') as unknown];

const PATHS = {
  post: [post.GET, post.DELETE],
  comments: [comments.GET, comments.POST],
  comment: [comment.DELETE],
  user: [
    user.GET,
    userApps.GET,
    userPosts.GET,
    followers.GET,
    following.GET,
    follow.POST,
    follow.DELETE,
    block.POST,
    block.DELETE,
    mute.POST,
    mute.DELETE,
  ],
};
const LISTS = {
  timeline: timeline.GET,
  blocks: blocks.GET,
  mutes: mutes.GET,
  notifications: notifications.GET,
  discover: discover.GET,
  search: search.GET,
  counts: counts.GET,
  "a person's posts": userPosts.GET,
  "a person's apps": userApps.GET,
  followers: followers.GET,
  comments: comments.GET,
};
const WRITES = {
  posts: [posts.POST, ["kind", "body", "appRef", "media", "render", "clientKey"]],
  reactions: [reactions.POST, ["postId", "action"]],
  reports: [reports.POST, ["subjectType", "subjectId", "reason", "note"]],
  read: [read.POST, ["upTo"]],
  comments: [comments.POST, ["content"]],
} as const;

type Problem = { code?: string } | undefined;
/** Answers that are a success, or say what is wrong. */
function expectAnswer({ status, body }: { status: number; body: unknown }, about: string) {
  expect(status, about).toBeLessThan(500);
  if (status >= 400) expect((body as Problem)?.code, about).toEqual(expect.any(String));
}

it.each(Object.keys(PATHS) as (keyof typeof PATHS)[])("path parameters: %s", async (name) => {
  for (const handler of PATHS[name]) {
    for (const id of some(IDS, 6)) {
      const answer = await call(handler, {
        as: mika,
        params: { id, commentId: id },
        ...(handler === comments.POST && { json: { content: "x" } }),
      });
      expectAnswer(answer, JSON.stringify(id).slice(0, 80));
    }
  }
});

it.each(Object.keys(LISTS) as (keyof typeof LISTS)[])("queries: %s", async (name) => {
  const tried: Record<string, string>[] = [
    ...IDS.map((after) => ({ after })),
    ...CURSORS.map((after) => ({ after })),
    ...["limit", "page", "offset"].flatMap((name) => NUMBERS.map((number) => ({ [name]: number }))),
    ...["q", "type", "feed", "ids"].flatMap((name) => STRINGS.map((text) => ({ [name]: text }))),
    // Twice, and names that objects have.
    { "after&after": "x" },
    { __proto__: "x", constructor: "x", toString: "x" } as unknown as Record<string, string>,
  ];
  for (const query of some(tried, 20)) {
    const answer = await call(LISTS[name], {
      as: mika,
      params: { id: name === "comments" ? target : mika.id },
      query: { ...(name === "search" && { q: "x", type: "users" }), ...query },
    });
    expectAnswer(answer, JSON.stringify(query).slice(0, 80));
  }
});

it.each(Object.keys(WRITES) as (keyof typeof WRITES)[])("bodies: %s", async (name) => {
  const [handler, fields] = WRITES[name];
  const good: Record<string, unknown> = {
    posts: { body: "x" },
    reactions: { postId: target, action: "like" },
    reports: { subjectType: "post", subjectId: target, reason: "spam" },
    read: {},
    comments: { content: "x" },
  }[name];
  const params = { id: target };
  for (const json of BODIES)
    expectAnswer(await call(handler, { as: mika, json, params }), JSON.stringify(json)?.slice(0, 80));
  for (const field of fields) {
    for (const value of some(VALUES, 8)) {
      const answer = await call(handler, { as: mika, params, json: { ...good, [field]: value } });
      expectAnswer(answer, `${field}: ${JSON.stringify(value).slice(0, 80)}`);
    }
  }
  expect((await call(handler, { as: mika, params, json: { ...good, surprise: 1 } })).status).toBe(400);
  for (const [headers, text] of [
    [{ "content-type": "text/plain" }, "x"],
    [{ "content-type": "application/json" }, "{"],
    [{ "content-type": "application/json" }, "\ud800"],
    [{ "content-type": "application/json" }, "[".repeat(100_000)],
    [{ "content-type": "multipart/form-data" }, "x"],
    [{ "content-type": "multipart/form-data; boundary=x" }, "--x\r\n"],
  ] as const) {
    const request = new Request("http://localhost:3000/api/x", {
      method: "POST",
      headers: { authorization: `Bearer ${mika.token}`, ...headers },
      body: text,
    });
    const response = await (handler as (r: Request, c: object) => Promise<Response>)(request, {
      params: Promise.resolve(params),
    });
    expect(response.status, text.slice(0, 80)).toBeLessThan(500);
  }
});

it("forms: fields twice, files where text is meant and text where files are", async () => {
  const file = new File([new Uint8Array([1, 2, 3])], "\0../x.png", { type: "image/png" });
  const tries: [string, string | File][][] = [
    [["body", file]],
    [
      ["body", "a"],
      ["body", "b"],
    ],
    [["media", "x"]],
    [
      ["media", file],
      ["alt", file],
    ],
    [["payload", "{"]],
    [["payload", "[]"]],
    [["payload", "null"]],
    [["payload", NUL]],
    [["body", NUL]],
    [["__proto__", "x"]],
    Array.from({ length: 50 }, () => ["media", file]),
  ];
  for (const parts of tries) {
    const form = new FormData();
    for (const [name, value] of parts) form.append(name, value);
    for (const handler of [posts.POST, media.POST])
      expectAnswer(await call(handler, { as: mika, form }), parts.map(([name]) => name).join());
  }
});

it("things of others are theirs", async () => {
  const ren = await makePerson("ren");
  expect((await call(post.DELETE, { as: ren, params: { id: target }, method: "DELETE" })).status).toBe(403);
  const { body } = await call<{ id: string }>(comments.POST, {
    as: mika,
    params: { id: target },
    json: { content: "mine" },
  });
  expect(
    (await call(comment.DELETE, { as: ren, params: { id: target, commentId: body.id }, method: "DELETE" }))
      .status,
  ).toBe(403);
  // The comment of another post is not there, whoever asks.
  const other = (await call<Post>(posts.POST, { as: mika, json: { body: "other" } })).body.id;
  expect(
    (await call(comment.DELETE, { as: mika, params: { id: other, commentId: body.id }, method: "DELETE" }))
      .status,
  ).toBe(404);
});
