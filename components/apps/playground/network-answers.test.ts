import { describe, expect, it } from "vitest";
import { contentOf, findAnswer, readAnswers, withAnswer } from "./network-answers";
import { isSamePackage, NETWORK_FILE, packedFiles, textOf, withText, type Project } from "./project";

const project = (text: string): Project => new Map([[NETWORK_FILE, new TextEncoder().encode(text)]]);
const answers = (list: unknown) => readAnswers(project(JSON.stringify(list)));

describe("the answers of a project", () => {
  it("are none without a file", () => {
    expect(readAnswers(new Map())).toEqual({ answers: [], problem: null });
  });

  it("have defaults", () => {
    const { answers: read } = answers([{ url: "https://a.example/" }]);
    expect(read).toEqual([{ url: "https://a.example/", status: 200, headers: {}, delay: 0 }]);
  });

  it.each([
    ["[", /JSON/],
    ["{}", /array/],
    ['[{ "url": "https://a.example/", "status": 99 }]', /^0\.status: /],
    ['[{ "url": "https://a.example/", "stauts": 200 }]', /stauts/],
  ])("say what is wrong with %s", (text, problem) => {
    expect(readAnswers(project(text)).problem).toMatch(problem);
  });

  it("are found by method and address, the first that fits", () => {
    const { answers: list } = answers([
      { url: "https://a.example/items?page=1", status: 201 },
      { url: "https://a.example/items*", method: "get", status: 202 },
      { url: "*/things/*/end", status: 203 },
    ]);
    const status = (method: string, url: string) => findAnswer(list, method, url)?.status ?? null;
    expect(status("GET", "https://a.example/items?page=1")).toBe(201);
    expect(status("GET", "https://a.example/items?page=2")).toBe(202);
    expect(status("POST", "https://a.example/items?page=2")).toBeNull();
    expect(status("GET", "https://b.example/things/1/2/end")).toBe(203);
    expect(status("GET", "https://b.example/things/end")).toBeNull();
    const written = answers([{ url: "https://a.example/?q=東京" }]).answers;
    expect(findAnswer(written, "GET", "https://a.example/?q=%E6%9D%B1%E4%BA%AC")).toBeNull();
    const spelled = ["https://a.example/?q=%E6%9D%B1%E4%BA%AC", "https://a.example/?q=東京"];
    expect(findAnswer(written, "GET", ...spelled)).not.toBeNull();
  });

  it("do not overlap with themselves", () => {
    const { answers: list } = answers([{ url: "ab*ba" }]);
    expect(findAnswer(list, "GET", "aba")).toBeNull();
    expect(findAnswer(list, "GET", "abba")).not.toBeNull();
  });

  it("are JSON unless they are a text, with the headers that they name", () => {
    const content = (answer: object) => contentOf(answers([{ url: "*", ...answer }]).answers[0]!);
    expect(content({ body: { a: 1 } })).toEqual({
      headers: [["content-type", "application/json"]],
      body: '{"a":1}',
    });
    expect(content({ body: "x", headers: { "Content-Type": "text/csv" } })).toEqual({
      headers: [["content-type", "text/csv"]],
      body: "x",
    });
    expect(content({}).body).toBe("");
  });

  it("grow by one, whose body is on the line that is named", () => {
    const first = withAnswer(new Map(), { method: "GET", url: "https://a.example/" })!;
    const second = withAnswer(first.project, { method: "POST", url: "https://b.example/" })!;
    const lines = textOf(second.project, NETWORK_FILE).split("\n");
    expect(lines[second.line - 1]).toContain('"body"');
    expect(readAnswers(second.project).answers.map(({ method }) => method)).toEqual(["GET", "POST"]);
  });

  it("stay as they are where they cannot be read", () => {
    expect(withAnswer(project("["), { method: "GET", url: "https://a.example/" })).toBeNull();
    expect(withAnswer(project("{}"), { method: "GET", url: "https://a.example/" })).toBeNull();
  });

  it("stay out of the package", () => {
    const all: Project = new Map([...project("[]"), ["index.html", new Uint8Array()]]);
    expect([...packedFiles(all).keys()]).toEqual(["index.html"]);
    expect(isSamePackage(all, withText(all, NETWORK_FILE, "[1]"))).toBe(true);
    expect(isSamePackage(all, withText(all, "index.html", "x"))).toBe(false);
    expect(isSamePackage(all, withText(all, "app.js", ""))).toBe(false);
  });
});
