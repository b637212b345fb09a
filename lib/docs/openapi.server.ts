import "server-only";
import { z } from "zod";
import type { TokenScope } from "@/lib/auth/token-scopes";
import { type FormFields, type RouteContract, scopeOf } from "@/lib/http/route";
import { ERROR_MESSAGE, ERROR_STATUS, type ErrorCode } from "@/lib/shared/errors";
import serviceErrors from "./service-errors.json";

/** The document of the API, made from the contracts that its routes parse with. */
type ApiRoute = {
  /** As Next has it: `/api/posts/[id]`. */
  path: string;
  /** By method; null for a route that is not ours. */
  methods: Record<string, RouteContract | null>;
};

type Json = Record<string, unknown>;
export type ApiSchema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  items?: ApiSchema;
  anyOf?: ApiSchema[];
  oneOf?: ApiSchema[];
  properties?: Record<string, ApiSchema>;
  required?: string[];
};
type Content = Record<string, { schema: ApiSchema }>;

export type ApiOperation = {
  operationId: string;
  summary: string;
  "x-summary-ja": string;
  tags: string[];
  /** Who may call it: one of these. */
  security: object[];
  "x-token-scope": TokenScope | null;
  parameters: { name: string; in: string; required: boolean; schema: ApiSchema }[];
  requestBody?: { content: Content };
  /** By status; `2XX` is the answer. */
  responses: Record<string, { description: string; content?: Content }>;
};
export type ApiDocument = {
  openapi: "3.1.0";
  paths: Record<string, Record<string, ApiOperation>>;
  components: { schemas: Record<string, ApiSchema> };
};

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
/** Not ours to describe: the hosted interface (docs/api.md), and where unknown paths end. */
export const LEFT_OUT = /^\/api\/(?:hosted\/|unknown-method|\[\.\.\.unknown\])/;

type Handlers = Record<string, { isRefused?: boolean; contract?: RouteContract } | undefined>;

/** @param files paths of route files below app/api, as `./posts/[id]/route.ts` */
export async function readRoutes(
  files: readonly string[],
  load: (file: string) => Promise<unknown>,
): Promise<ApiRoute[]> {
  const found = files
    .map((file) => ({ file, path: file.replace(/^\.\//, "/api/").replace(/\/route\.ts$/, "") }))
    .filter(({ path }) => !LEFT_OUT.test(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return Promise.all(
    found.map(async ({ file, path }) => {
      const handlers = (await load(file)) as Handlers;
      const methods = METHODS.filter((method) => handlers[method] && !handlers[method].isRefused);
      return {
        path,
        methods: Object.fromEntries(methods.map((method) => [method, handlers[method]!.contract ?? null])),
      };
    }),
  );
}

type Names = z.core.$ZodRegistry<{ id: string }>;

const nameOf = (exported: string): string =>
  exported.charAt(0).toUpperCase() + exported.slice(1).replace(/Schema$/, "");

/** @param contracts by module: its exports. The first of two schemas with a name keeps it */
export function nameSchemas(contracts: readonly Record<string, unknown>[]): Names {
  const names = z.registry<{ id: string }>();
  const taken = new Set<string>();
  for (const contract of contracts)
    for (const [exported, value] of Object.entries(contract)) {
      const id = nameOf(exported);
      if (!(value instanceof z.ZodObject) || taken.has(id) || names.has(value)) continue;
      taken.add(id);
      names.add(value, { id });
    }
  return names;
}

class Schemas {
  readonly components: Record<string, ApiSchema> = {};
  readonly #names: Names;

  constructor(names: Names) {
    this.#names = names;
  }

  /** `input`: as it is sent; `output`: as it is answered. */
  of(schema: z.ZodType, io: "input" | "output"): ApiSchema {
    const made = z.toJSONSchema(schema, {
      io,
      metadata: this.#names,
      unrepresentable: "any",
      target: "draft-2020-12",
    }) as Json;
    const { $schema: _, $defs = {}, ...root } = made;
    const suffix = io === "input" ? "Request" : "";
    for (const [name, definition] of Object.entries($defs as Record<string, Json>))
      this.#keep(name + suffix, relink(definition, suffix));
    const name = this.#names.get(schema)?.id;
    if (!name) return relink(root, suffix);
    this.#keep(name + suffix, relink(root, suffix));
    return { $ref: `#/components/schemas/${name}${suffix}` };
  }

  #keep(name: string, { id: _, ...schema }: Json): void {
    this.components[name] ??= schema;
  }
}

/** References of one schema, as those of the whole document. */
function relink<T>(value: T, suffix: string): T {
  if (Array.isArray(value)) return value.map((each: unknown) => relink(each, suffix)) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, each]: [string, unknown]) =>
    key === "$ref" && typeof each === "string"
      ? [key, `${each.replace("#/$defs/", "#/components/schemas/")}${suffix}`]
      : [key, relink(each, suffix)],
  );
  return Object.fromEntries(entries) as T;
}

const PROBLEM = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string().describe("Stable, snake_case."),
  message: z.string(),
  requestId: z.string().describe("For whoever looks into the log."),
  fields: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })).optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});
const PROBLEM_REF = { $ref: "#/components/schemas/Problem" };

/** Any call may fail with these; the page lists them once. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  "unknown_host",
  "conflict",
  "internal",
  "unavailable",
  "storage_full",
];

const UNSAFE = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Those of the services; `npm run docs:errors` finds them. */
const thrownBy = (call: string): ErrorCode[] =>
  ((serviceErrors as Record<string, string>)[call]?.split(" ") ?? []).filter(
    (code) => code in ERROR_STATUS,
  ) as ErrorCode[];

/** The codes with which route() and the service refuse a call. */
function errorsOf(contract: RouteContract, { method, path }: Call): ErrorCode[] {
  const { auth, guestCode = "unauthenticated", notFoundCode = "not_found" } = contract;
  const hasParts = contract.multipart !== undefined;
  const hasBody = contract.body !== undefined || hasParts || contract.rawBody !== undefined;
  const codes: (ErrorCode | false)[] = [
    (auth === "user" || auth === "onboarded") && guestCode,
    (auth === "user" || auth === "onboarded") && "invalid_token",
    auth === "onboarded" && "onboarding_required",
    auth !== "none" && "insufficient_scope",
    (auth !== "none" || contract.isLimited) && "rate_limited",
    UNSAFE.has(method) && "cross_site",
    contract.params !== undefined && notFoundCode,
    (contract.query !== undefined || hasBody) && "validation_error",
    contract.body !== undefined && "invalid_json",
    hasBody && "unsupported_media_type",
    hasBody && "payload_too_large",
    (hasParts || contract.rawBody !== undefined) && "too_many_uploads",
    ...thrownBy(`${method} ${path}`),
  ];
  return [...new Set(codes.filter((code) => code !== false))].filter((code) => !COMMON_ERRORS.includes(code));
}

function problemsOf(codes: readonly ErrorCode[]): ApiOperation["responses"] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const status = ERROR_STATUS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [
      String(status),
      {
        description: some.map((code) => `${code}: ${ERROR_MESSAGE[code]}`).join("\n"),
        content: {
          "application/problem+json": {
            schema: { ...PROBLEM_REF, properties: { code: { enum: some.sort() } } },
          },
        },
      },
    ]),
  );
}

function parametersOf(
  place: "path" | "query",
  schema: ApiSchema,
  names = Object.keys(schema.properties ?? {}),
): ApiOperation["parameters"] {
  const { properties = {}, required = [] } = schema;
  return names.map((name) => {
    const described = properties[name] ?? { type: "string" };
    // A path's rest is one text.
    const isRest = place === "path" && described.type === "array";
    return {
      name,
      in: place,
      required: place === "path" || required.includes(name),
      schema: isRest ? { type: "string" } : described,
    };
  });
}

function formSchema(fields: FormFields): ApiSchema {
  const file: Json = { type: "string", format: "binary" };
  const kinds: Record<FormFields[string], Json> = {
    file,
    files: { type: "array", items: file },
    text: { type: "string" },
    json: { type: "string", contentMediaType: "application/json" },
  };
  return {
    type: "object",
    properties: Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, kinds[kind]])),
  };
}

const GUEST = {};
const SIGNED_IN = [{ bearer: [] }, { cookie: [] }];

type Call = { method: string; path: string };

/** A handler that is not ours: that of next-auth, for browsers. */
function foreignOperation({ method, path }: Call): ApiOperation {
  return {
    operationId: operationIdOf({ method, path }),
    summary: "Visit a provider and come back, in a browser",
    "x-summary-ja": "ブラウザーで外部プロバイダーに移動し、戻ってくる",
    tags: [tagOf(path)],
    security: [],
    "x-token-scope": null,
    parameters: parametersOf("path", {}, namesIn(path)),
    responses: { "3XX": { description: "A redirect." } },
  };
}

function operationOf(contract: RouteContract, call: Call, schemas: Schemas): ApiOperation {
  const { path } = call;
  const { auth, summary, params, query, body, response, sends, multipart, rawBody } = contract;
  const deref = (schema: z.ZodType): ApiSchema => {
    const made = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json;
    return relink(made, "");
  };
  const content: Content = {
    ...(body && { "application/json": { schema: schemas.of(body, "input") } }),
    ...(multipart && { "multipart/form-data": { schema: formSchema(multipart.fields) } }),
    ...(rawBody && { "application/octet-stream": { schema: {} } }),
  };
  const [type, answer] = response ? ["application/json", schemas.of(response, "output")] : [sends, {}];
  return {
    operationId: operationIdOf(call),
    summary: summary?.en ?? "",
    "x-summary-ja": summary?.ja ?? "",
    tags: [tagOf(path)],
    security: auth === "none" ? [] : auth === "optional" ? [GUEST, ...SIGNED_IN] : SIGNED_IN,
    "x-token-scope": scopeOf(contract, {}),
    parameters: [
      ...parametersOf("path", params ? deref(params) : {}, namesIn(path)),
      ...(query ? parametersOf("query", deref(query)) : []),
    ],
    ...(Object.keys(content).length > 0 && { requestBody: { content } }),
    responses: {
      [type === "redirect" ? "3XX" : "2XX"]:
        type && type !== "redirect"
          ? { description: "Done.", content: { [type]: { schema: answer } } }
          : { description: type ? "A redirect." : "Done; without content." },
      ...problemsOf(errorsOf(contract, call)),
      default: {
        description: `Any call: ${COMMON_ERRORS.join(", ")}.`,
        content: { "application/problem+json": { schema: PROBLEM_REF } },
      },
    },
  };
}

const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

const operationIdOf = ({ method, path }: Call): string =>
  method.toLowerCase() +
  path.slice("/api".length).replace(/[^a-zA-Z0-9]+(\w?)/g, (_, letter: string) => letter.toUpperCase());

/** What a call is about: `posts` of /api/v1/posts and of /api/posts/{id}. */
const tagOf = (path: string): string => path.replace(/^\/api\/(?:v\d\/)?/, "").split("/")[0] ?? "";

/** The path of a route as OpenAPI has it. */
export const openApiPath = (path: string): string => path.replace(/\[{1,2}(?:\.{3})?(\w+)\]{1,2}/g, "{$1}");

export function buildOpenApi(routes: readonly ApiRoute[], names: Names): ApiDocument {
  const schemas = new Schemas(names);
  const paths: ApiDocument["paths"] = {};
  for (const route of routes) {
    const path = openApiPath(route.path);
    paths[path] = Object.fromEntries(
      Object.entries(route.methods).map(([method, contract]) => [
        method.toLowerCase(),
        contract ? operationOf(contract, { method, path }, schemas) : foreignOperation({ method, path }),
      ]),
    );
  }
  const problem = relink(z.toJSONSchema(PROBLEM) as ApiSchema, "");
  const components = Object.entries({ ...schemas.components, Problem: problem });
  const document = {
    openapi: "3.1.0" as const,
    info: {
      title: "Gum",
      version: "1",
      description: "Made from the contracts that the routes parse with. /docs/api reads better.",
    },
    paths,
    components: {
      schemas: Object.fromEntries(components.sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "A personal access token, or the token of a session.",
        },
        cookie: {
          type: "apiKey",
          in: "cookie",
          name: "next-auth.session-token",
          description: "Of the pages.",
        },
      },
    },
  };
  return document;
}
