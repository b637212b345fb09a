import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/shared/errors";
import { parseQuery } from "./rest-query";
import { splitList, unquote } from "./rest-syntax";
import type { ViewName } from "./rest-views";

const parse = (view: ViewName, query: string) => parseQuery(view, new URLSearchParams(query));

function codeOf(view: ViewName, query: string): string {
  try {
    parse(view, query);
    return "ok";
  } catch (error) {
    const rest = error instanceof AppError ? (error.details?.rest as { code: string }) : null;
    if (!rest) throw error;
    return rest.code;
  }
}

describe("lists", () => {
  it("are split outside of quotes and brackets", () => {
    expect(splitList('a, "b,c" ,d(e,f),{g,h}')).toEqual(["a", '"b,c"', "d(e,f)", "{g,h}"]);
    expect(splitList('"a\\",b",c')).toEqual(['"a\\",b"', "c"]);
    expect(unquote('"a\\"\\\\b"')).toBe('a"\\b');
    expect(splitList("")).toEqual([]);
  });

  it.each(["a,(b", 'a,"b', "((((((((((a))))))))))", "{"])("%s is refused", (text) => {
    expect(() => splitList(text)).toThrow(AppError);
  });
});

describe("select", () => {
  it("names columns, under other names too, and one level of relations", () => {
    const query = parse("posts", "select=id,text:body,author:profiles(username),comments!inner(count)");
    expect(query.columns).toEqual([
      { key: "id", column: "id" },
      { key: "text", column: "body" },
    ]);
    expect(query.embeds).toMatchObject([
      {
        key: "author",
        relation: { view: "profiles", column: "author_id" },
        columns: [{ column: "username" }],
      },
      { key: "comments", inner: true, counts: true, relation: { many: true } },
    ]);
    expect(parse("follows", "select=profiles!follower_id(username)").embeds[0]?.relation.name).toBe(
      "follower",
    );
    expect(parse("posts", "").columns.length).toBeGreaterThan(10);
  });

  it("follows JSON, hides what is only filtered by, and spreads a row into another", () => {
    const query = parse(
      "posts",
      "select=media->0->>type,first:media->0,comments!inner(),...author(name:username)",
    );
    expect(query.columns).toEqual([
      { key: "type", column: "media", path: { keys: ["0", "type"], isText: true } },
      { key: "first", column: "media", path: { keys: ["0"], isText: false } },
    ]);
    expect(query.embeds).toMatchObject([
      { key: "comments", hidden: true, inner: true, columns: [] },
      { key: "author", spread: true, columns: [{ key: "name", column: "username" }] },
    ]);
    expect(parse("posts", "select=media->0").columns[0]?.key).toBe("media");
    const absent = parse("posts", "select=id,comments(id),author(id)&comments=is.null&author=not.is.null");
    expect(absent.embeds).toMatchObject([{ absent: true }, { absent: false, inner: true }]);
    expect(absent.filters).toEqual([]);
    const picks = (text: string) => parse("posts", `select=id,comments!inner(id)${text}`).picksByPresence;
    expect(["", "&comments=is.null", "&comments=not.is.null", "&comments.id=not.is.null"].map(picks)).toEqual(
      [false, true, true, false],
    );
  });

  it.each([
    ["toString", "42703"],
    ["password_hash", "42703"],
    ["id,email", "42703"],
    ["id::text", "42703"],
    ["__proto__", "42703"],
    ["constructor", "42703"],
    ["body->>x", "PGRST100"],
    ['id" FROM users --', "PGRST100"],
    ["a b:id", "PGRST100"],
    ["users(email)", "PGRST200"],
    ["sessions(id)", "PGRST200"],
    ["author(email)", "42703"],
    ["author(id,posts(id))", "PGRST108"],
    ["posts(id)", "PGRST201"],
    ["...comments(id)", "PGRST119"],
    ["likes_count.sum()", "PGRST123"],
    ["total:count()", "PGRST123"],
    ["media->>0->x", "PGRST100"],
    ["media->", "PGRST100"],
    [`media${"->a".repeat(6)}`, "PGRST100"],
    ["id,(", "PGRST100"],
    [Array(61).fill("id").join(","), "PGRST100"],
    [Array(7).fill("author(id)").join(","), "PGRST100"],
    [`comments(${Array(61).fill("id").join(",")})`, "PGRST100"],
    [`...author(${Array(1_700).fill("id").join(",")})`, "PGRST100"],
    [Array(30).fill("*").join(","), "PGRST100"],
    [`id,comments(${Array(60).fill("*").join(",")})`, "PGRST100"],
  ])("refuses %s", (select, code) => {
    expect(codeOf("posts", `select=${encodeURIComponent(select)}`)).toBe(code);
  });
});

it("of which there are two is refused", () => {
  expect(codeOf("posts", "select=id&select=email")).toBe("PGRST100");
});

describe("filters", () => {
  it("have an operator, a type, and perhaps a not", () => {
    const { filters } = parse(
      "posts",
      "likes_count=gte.5&body=not.ilike.*a%25*&app_id=is.null&kind=in.(a,%22b,c%22)",
    );
    expect(filters).toEqual([
      { negated: false, column: "likes_count", type: "integer", op: "gte", value: "5" },
      { negated: true, column: "body", type: "text", op: "ilike", values: ["%a%%"], all: true },
      { negated: false, column: "app_id", type: "uuid", op: "is", value: "null" },
      { negated: false, column: "kind", type: "text", op: "in", values: ["a", "b,c"] },
    ]);
    for (const time of [
      "2020-01-01",
      "2020-01-01T10:00:00Z",
      "2020-01-01 10:00:00.5%2B00",
      "2020-01-01T10:00-05:30",
    ])
      expect(codeOf("posts", `created_at=gt.${time}`), time).toBe("ok");
    expect(parse("apps", "tags=cs.{a,b}").filters[0]).toMatchObject({ op: "cs", values: ["a", "b"] });
    expect(parse("posts", "body=like(any).{*a*,*b*}").filters[0]).toMatchObject({
      all: false,
      values: ["%a%", "%b%"],
    });
  });

  it("compare with several values, with JSON and its places, and find words", () => {
    const one = (query: string) => parse("posts", query).filters[0];
    expect(one("likes_count=gt(all).{1,2}")).toMatchObject({ op: "gt", values: ["1", "2"], all: true });
    expect(one('media=cs.[{"type":"image/png"}]')).toMatchObject({
      op: "contains",
      json: '[{"type":"image/png"}]',
    });
    expect(one("media->0->>type=eq.image/png")).toMatchObject({
      type: "text",
      path: { keys: ["0", "type"], isText: true },
    });
    expect(one("media->0->width=gt.100")).toMatchObject({ type: "jsonb", value: "100" });
    expect(one("body=not.wfts(simple).plums")).toMatchObject({
      op: "search",
      negated: true,
      search: { op: "word", text: "plums" },
    });
    expect(parse("posts", "or=(body.phfts.ripe plums,kind.eq.text)").filters[0]).toMatchObject({
      filters: [{ search: { op: "phrase" } }, {}],
    });
  });

  it("combine", () => {
    const [filter] = parse("posts", 'or=(likes_count.gt.5,and(kind.eq."a,b",not.or(id.is.null)))').filters;
    expect(filter).toMatchObject({
      op: "or",
      filters: [
        { op: "gt", value: "5" },
        { op: "and", filters: [{ value: "a,b" }, { op: "or", negated: true }] },
      ],
    });
  });

  it("of a relation go there", () => {
    const query = parse("posts", "select=id,author(username)&author.username=eq.kim&comments_count=gt.1");
    expect(query.filters).toHaveLength(1);
    expect(query.embeds[0]?.filters).toMatchObject([{ column: "username", value: "kim" }]);
  });

  it.each([
    ["email=eq.a", "42703"],
    ["id=eq.1", "22P02"],
    ["id=in.(1)", "22P02"],
    ["likes_count=eq.1;DROP", "22P02"],
    ["likes_count=eq.99999999999", "22P02"],
    ["created_at=gt.yesterday", "22P02"],
    ["created_at=gt.2026-13-45", "22P02"],
    ["likes_count=like.1*", "42883"],
    ["media=eq.x", "42883"],
    ["body=cs.{a}", "42883"],
    ["body=match.(a+)%2B", "PGRST100"],
    ["created_at=sl.[2020-01-01,2021-01-01)", "42883"],
    ["likes_count=adj.(1,2)", "42883"],
    ["kind=fts.plums", "0A000"],
    ["media->0->>type=fts.png", "0A000"],
    ["body=fts(english).plums", "42704"],
    ["body=fts.(plums", "42601"],
    ["media=cs.{a", "22P02"],
    ["media->0->width=gt.x", "22P02"],
    ["body=neq(any).{a}", "PGRST100"],
    ["id=eq(any).{1}", "22P02"],
    ["likes_count->0=eq.1", "PGRST100"],
    ["body=eq", "PGRST100"],
    ["body=pg_sleep.5", "PGRST100"],
    ["body=is.x", "PGRST100"],
    ["body=eq.%00", "PGRST100"],
    [`body=like.${"a".repeat(201)}`, "PGRST100"],
    ["or=(email.eq.a)", "42703"],
    ["or=(or(or(or(or(id.is.null)))))", "PGRST100"],
    ["or=()", "PGRST100"],
    ["or=id.is.null", "PGRST100"],
    [`id=in.(${Array(501).fill("0190a0a0-0000-7000-8000-000000000000").join(",")})`, "PGRST100"],
    [Array(61).fill("kind=eq.a").join("&"), "PGRST100"],
    ["author.email=eq.x", "42703"],
  ])("refuses %s", (query, code) => {
    expect(codeOf("posts", query)).toBe(code);
  });
});

describe("pages", () => {
  it("are ordered and bounded", () => {
    const query = parse("posts", "order=created_at.desc.nullslast,id&limit=5000&offset=7");
    expect(query.order).toEqual([
      { column: "created_at", descending: true, nullsFirst: false },
      { column: "id", descending: false, nullsFirst: false },
    ]);
    expect([query.limit, query.offset]).toEqual([1000, 7]);
    expect(parse("posts", "select=id,comments(id)&limit=1000").limit).toBe(100);
    expect(parse("posts", "select=id,comments(id)&comments.limit=9999").embeds[0]?.limit).toBe(100);
  });

  it("are ordered by rows that they embed, by name or alias", () => {
    const select = "select=id,app(name),by:author(username)";
    const order = (text: string) => parse("posts", `${select}&order=${text}`).order;
    const upwards = { descending: false, nullsFirst: false };
    expect(order("author(username),app(name).desc.nullslast")).toEqual([
      { column: "username", embed: 1, ...upwards },
      { column: "name", embed: 0, descending: true, nullsFirst: false },
    ]);
    expect(order("by(id).nullsfirst,id")).toEqual([
      { column: "id", embed: 1, descending: false, nullsFirst: true },
      { column: "id", ...upwards },
    ]);
    expect(codeOf("posts", "select=id,comments(id)&order=comments(id)")).toBe("PGRST118");
    expect(codeOf("posts", "select=id,author(count)&order=author(username)")).toBe("PGRST118");
    expect(codeOf("posts", "order=author(username)")).toBe("PGRST108");
    expect(codeOf("posts", `${select}&author.order=app(name)`)).toBe("PGRST108");
    expect(codeOf("posts", `${select}&order=${"id,".repeat(21)}`)).toBe("PGRST100");
    for (const wrong of ["author(search)", "author()", "author(id))", "author(id);x", "author(app(name))"])
      expect(codeOf("posts", `${select}&order=${wrong}`), wrong).toMatch(/^(42703|PGRST100)$/);
  });

  it.each(["order=email", "order=id.desc;x", "limit=-1", "limit=x", "offset=1e9", "order=media"])(
    "refuses %s",
    (query) => {
      expect(codeOf("posts", query)).toMatch(/^(42703|PGRST100)$/);
    },
  );
});
