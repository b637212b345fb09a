import "server-only";
import type { ApiDocument, ApiOperation, ApiSchema } from "./openapi.server";

/**
 * The calls on the page /docs/api by topic, and on the page of each topic. All of them with their schemas
 * would be half a megabyte.
 */
const WORDS = {
  en: {
    who: "Who",
    guests: "everybody",
    people: "a session",
    token: "a session, or a token with",
    query: "Query",
    body: "Body",
    form: "Form",
    answer: "Answer",
    nothing: "no content",
    errors: "Errors",
    all: "All calls",
  },
  ja: {
    who: "使える人",
    guests: "誰でも",
    people: "セッション",
    token: "セッション、または次のスコープのトークン:",
    query: "クエリ",
    body: "本文",
    form: "フォーム",
    answer: "応答",
    nothing: "内容なし",
    errors: "エラー",
    all: "すべての呼び出し",
  },
};
type Words = (typeof WORDS)["en"];

const escape = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
const code = (text: string): string => `<code>${escape(text)}</code>`;
const nameOf = (ref: string): string => ref.split("/").at(-1)!;

function typeOf(schema: ApiSchema): string {
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeOf))].join(" | ");
  if (schema.items) {
    const item = typeOf(schema.items);
    return item.includes(" ") ? `(${item})[]` : `${item}[]`;
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.type)) return schema.type.join(" | ");
  return schema.format === "binary" ? "file" : (schema.type ?? "any");
}

const field = (name: string, schema: ApiSchema, isRequired: boolean): string =>
  code(`${name}${isRequired ? "" : "?"}: ${typeOf(schema)}`);

/** A schema's name, where it has one, and its fields. */
function fieldsOf(schema: ApiSchema, document: ApiDocument): string {
  const { properties, required = [] } = schema.$ref
    ? document.components.schemas[nameOf(schema.$ref)]!
    : schema;
  const name = schema.$ref ? code(nameOf(schema.$ref)) : "";
  if (!properties) return name || code(typeOf(schema));
  const fields = Object.entries(properties).map(([key, each]) => field(key, each, required.includes(key)));
  return [name, ...fields].filter(Boolean).join(" ");
}

function whoMay({ security, "x-token-scope": scope }: ApiOperation, words: Words): string {
  if (security.length === 0 || Object.keys(security[0]!).length === 0) return words.guests;
  return scope ? `${words.token} ${code(scope)}` : words.people;
}

function describeCall(operation: ApiOperation, document: ApiDocument, words: Words): string {
  const { parameters, requestBody, responses } = operation;
  const query = parameters.filter((parameter) => parameter.in === "query");
  const { "application/json": json, "multipart/form-data": form } = requestBody?.content ?? {};
  const [answer] = Object.entries((responses["2XX"] ?? responses["3XX"])?.content ?? {});
  const errors = Object.values(responses).flatMap(
    ({ content }) => content?.["application/problem+json"]?.schema.properties?.code?.enum ?? [],
  );
  const rows: [string, string | undefined][] = [
    [words.who, whoMay(operation, words)],
    [words.query, query.map(({ name, schema, required }) => field(name, schema, required)).join(" ")],
    [words.body, json && fieldsOf(json.schema, document)],
    [words.form, form && fieldsOf(form.schema, document)],
    [
      words.answer,
      !answer
        ? words.nothing
        : answer[0] === "application/json" && Object.keys(answer[1].schema).length > 0
          ? fieldsOf(answer[1].schema, document)
          : code(answer[0]),
    ],
    [words.errors, errors.map((each) => code(String(each))).join(" ")],
  ];
  return rows.flatMap(([name, text]) => (text ? [`<dt>${name}</dt><dd>${text}</dd>`] : [])).join("");
}

function summaryOf(operation: ApiOperation, locale: "en" | "ja"): string {
  return `<span>${escape(locale === "ja" ? operation["x-summary-ja"] : operation.summary)}</span>`;
}

type ListedCall = { method: string; path: string; operation: ApiOperation };

/** The calls by topic, sorted by name. */
function groupsOf(document: ApiDocument): [tag: string, calls: ListedCall[]][] {
  const groups = new Map<string, ListedCall[]>();
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags[0]!;
      groups.set(tag, [...(groups.get(tag) ?? []), { method, path, operation }]);
    }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

const nameOfCall = ({ method, path }: ListedCall): string => `${code(method.toUpperCase())} ${code(path)}`;

/** Markdown that follows that of /docs/api: each call in one line, which links to the page of its group. */
export function callIndex(document: ApiDocument, locale: "en" | "ja"): string {
  const groups = groupsOf(document);
  const line = (tag: string, call: ListedCall) =>
    `<li><a href="/docs/api/${tag}#${call.operation.operationId}">${nameOfCall(call)}</a>${summaryOf(call.operation, locale)}</li>`;
  const index = groups.map(([tag]) => `[\`${tag}\`](#${tag.replace(/\W+/g, "-")})`).join(" ");
  const lists = groups.map(
    ([tag, calls]) =>
      `\n### ${tag}\n\n<ul class="calls">${calls.map((call) => line(tag, call)).join("\n")}</ul>\n`,
  );
  return `\n${index}\n${lists.join("")}`;
}

/** Markdown of the page of a group, in which each call unfolds; null if there is no such group. */
export function callGroup(document: ApiDocument, tag: string, locale: "en" | "ja"): string | null {
  const calls = groupsOf(document).find(([name]) => name === tag)?.[1];
  if (!calls) return null;
  const words = WORDS[locale];
  const unfolding = calls.map((call) => {
    const { operation } = call;
    const summary = `<summary><span>${nameOfCall(call)}</span>${summaryOf(operation, locale)}</summary>`;
    // The address of something inside unfolds the whole.
    return `<details>${summary}<dl id="${operation.operationId}">${describeCall(operation, document, words)}</dl></details>`;
  });
  return `# ${tag}\n\n[${words.all}](/docs/api#${tag.replace(/\W+/g, "-")})\n\n${unfolding.join("\n")}\n`;
}
