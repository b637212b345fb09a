import { z } from "zod";
import { APP_CATEGORIES } from "./category";
import {
  APP_AUTHOR_MAX_CHARS,
  APP_CAPABILITIES_MAX,
  APP_CATEGORY_MAX_CHARS,
  APP_DESCRIPTION_MAX_CHARS,
  APP_INLINE_HASHES_MAX,
  APP_LICENSE_MAX_CHARS,
  APP_MADE_WITH_MAX,
  APP_MADE_WITH_MAX_CHARS,
  APP_MEMORY_MB_MAX,
  APP_NAME_MAX_GRAPHEMES,
  APP_NETWORK_HOSTS_MAX,
  APP_REASON_MAX_CHARS,
  APP_SCORE_BOARDS_MAX,
  APP_SCORE_TITLE_MAX_CHARS,
  APP_SCORE_UNIT_MAX_CHARS,
  APP_SCREENSHOTS_MAX,
  APP_TAG_MAX_CHARS,
  APP_TAGS_MAX,
  DEFAULT_APP_CATEGORY,
  DEFAULT_APP_VERSION,
  SCORE_BOARD_PATTERN,
} from "./limits";
import { isSemver, SEMVER_MAX_CHARS } from "./semver";
import { maxGraphemes } from "@/lib/shared/text-contract";
import { hasHiddenCharacter, hasHiddenCharacterOrBreak } from "@/lib/shared/hidden-characters";
import { normalPublicHost } from "./public-host";

/**
 * The manifest of an app (`manifest.json` of a package). `ManifestInput`, as authors write it, may omit fields with a
 * default and use short forms; `Manifest`, as parsed, is always the long form, and parses to itself.
 * Trust: an attacker writes the manifest. Unknown fields are dropped, so that nothing beyond this schema is stored.
 * The published JSON Schema is generated from it; `meta` describes to it what code checks here.
 */

/** Names the rule of a custom check; manifest.ts turns it into a finding with a message and a place. */
function broken(rule: ManifestRule) {
  return { params: { rule }, message: rule };
}
export type ManifestRule =
  | "invisible"
  | "version"
  | "path"
  | "url"
  | "host"
  | "hash"
  | "capability"
  | "empty"
  | "no_entry_point"
  | "runtime_needs_module"
  | "board"
  | "board_twice"
  | "verified_needs_quickjs";

const line = (max: number, min?: 1) => {
  const text = z.string().trim().check(maxGraphemes(max));
  return (min ? text.min(min) : text)
    .refine((text) => !hasHiddenCharacterOrBreak(text), broken("invisible"))
    .meta({ maxLength: max });
};

const paragraph = (max: number) =>
  z
    .string()
    .trim()
    .check(maxGraphemes(max))
    .refine((text) => !hasHiddenCharacter(text), broken("invisible"))
    .meta({ maxLength: max });

/** A leading `./` is dropped. Whether the file exists is checked with the other files. */
const path = z
  .string()
  .trim()
  .min(1)
  .max(1024)
  .refine((text) => !/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(text), broken("path"))
  .transform((text) => text.replace(/^(?:\.\/)+/, "").normalize("NFC"));

const httpsUrl = z
  .string()
  .trim()
  .max(2_000)
  .refine(
    (text) => /^https:\/\//i.test(text) && URL.canParse(text) && !hasHiddenCharacterOrBreak(text),
    broken("url"),
  )
  .meta({ pattern: "^https://", format: "uri" });

const name = z
  .string()
  .trim()
  .min(1)
  .refine((text) => !hasHiddenCharacterOrBreak(text), broken("invisible"))
  .check(maxGraphemes(APP_NAME_MAX_GRAPHEMES))
  .meta({ minLength: 1, maxLength: APP_NAME_MAX_GRAPHEMES })
  .transform((text) => text.normalize("NFC"));

const version = z.string().trim().max(SEMVER_MAX_CHARS).refine(isSemver, broken("version")).meta({
  pattern: "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?$",
});

/** A page or a script; the page if both are given. */
const entry = z
  .object({ html: path.optional(), module: path.optional() })
  .refine((value) => value.html !== undefined || value.module !== undefined, broken("no_entry_point"))
  .transform((value): ManifestEntry =>
    value.html === undefined ? { module: value.module! } : { html: value.html },
  );
export type ManifestEntry = { html: string; module?: never } | { module: string; html?: never };

/** The capabilities that this version of Gum supports. Others are accepted with a warning. */
export const KNOWN_CAPABILITIES = [
  "inline-events",
  "eval",
  "wasm",
  "workers",
  "network",
  "clipboard",
  "fullscreen",
  "compose",
  "profile",
  "shortcuts",
] as const;
export type KnownCapability = (typeof KNOWN_CAPABILITIES)[number];

const capabilityName = z
  .string()
  .trim()
  .max(40)
  .refine((text) => /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(text), broken("capability"))
  .meta({ examples: KNOWN_CAPABILITIES });

const languageCode = z.string().regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/);

/** One text, or one by language. */
const localized = <T extends z.ZodType<string, string>>(text: T, max = APP_REASON_MAX_CHARS) =>
  z.union([
    text,
    z
      .record(languageCode, line(max, 1))
      .refine((texts) => Object.keys(texts).length > 0, broken("empty"))
      .meta({ minProperties: 1 }),
  ]);
const reason = localized(line(APP_REASON_MAX_CHARS));
const neededReason = localized(line(APP_REASON_MAX_CHARS, 1));

const capability = z
  .union([capabilityName, z.object({ name: capabilityName, reason: reason.default("") })])
  .transform((value) => (typeof value === "string" ? { name: value, reason: "" } : value));

const scoreText = (max: number) => localized(line(max, 1), max);

const scoreBoard = z.object({
  id: z
    .string()
    .refine((text) => SCORE_BOARD_PATTERN.test(text), broken("board"))
    .meta({ pattern: SCORE_BOARD_PATTERN.source }),
  title: scoreText(APP_SCORE_TITLE_MAX_CHARS).describe("One text, or one by language code."),
  order: z.enum(["high", "low"]).default("high").describe("Which value is better."),
  unit: scoreText(APP_SCORE_UNIT_MAX_CHARS).optional().describe("Stands after each value."),
  verified: z.boolean().default(false).describe("Takes only what comes out again. For quickjs."),
});

const host = z
  .string()
  .trim()
  .max(253)
  .refine((text) => normalPublicHost(text) !== null, broken("host"))
  .meta({ examples: ["api.example.com"] })
  .transform((text) => normalPublicHost(text)!);

/** An app of this instance, or a page elsewhere; the address alone is the short form of the second. */
const origin = z
  .union([
    httpsUrl,
    z.object({
      app: z.uuid().toLowerCase().optional().describe("The id of an app of the same instance."),
      url: httpsUrl.optional().describe("Where the original is, if it is elsewhere."),
      name: line(APP_NAME_MAX_GRAPHEMES).optional().describe("Its name at that time."),
      version: version.optional().describe("Its version at that time."),
      author: line(APP_AUTHOR_MAX_CHARS).optional().describe("Who made it."),
    }),
  ])
  .refine((value) => typeof value === "string" || value.app !== undefined || value.url !== undefined, {
    ...broken("empty"),
  })
  .transform((value) => (typeof value === "string" ? { url: value } : value));
export type ManifestOrigin = {
  app?: string;
  url?: string;
  name?: string;
  version?: string;
  author?: string;
};

/** `sha256-<base64>`; also accepted with quotes, as in a CSP, and as the bare hash. */
const attributeHash = z
  .string()
  .trim()
  .max(64)
  .refine((text) => HASH.test(text), broken("hash"))
  .transform((text) => `sha256-${HASH.exec(text)![1]}`);
const HASH = /^'?(?:sha256-)?([A-Za-z0-9+/]{43}=)'?$/;

export const manifestSchema = z
  .object({
    name: name.describe("What people see: 1 to 32 characters."),
    version: version
      .default(DEFAULT_APP_VERSION)
      .describe("A higher one replaces the app and keeps its data."),
    entry: entry.describe("The file that the app begins with, inside the package."),
    description: paragraph(APP_DESCRIPTION_MAX_CHARS).default("").describe("What the app does."),
    icon: path
      .optional()
      .describe("PNG, JPEG, WebP, GIF or ICO in the package; drawn from the name where absent."),
    category: line(APP_CATEGORY_MAX_CHARS, 1)
      .meta({ examples: APP_CATEGORIES })
      .default(DEFAULT_APP_CATEGORY)
      .describe("Where the store lists it."),
    tags: z
      .array(line(APP_TAG_MAX_CHARS, 1))
      .max(APP_TAGS_MAX)
      .default([])
      .transform((tags) => [...new Set(tags)]),
    screenshots: z.array(path).max(APP_SCREENSHOTS_MAX).default([]).describe("Pictures in the package."),
    license: line(APP_LICENSE_MAX_CHARS, 1).optional().describe("An SPDX identifier such as MIT."),
    source_code_url: httpsUrl.optional().describe("Where the source can be read."),
    made_with: z
      .array(line(APP_MADE_WITH_MAX_CHARS, 1))
      .max(APP_MADE_WITH_MAX)
      .transform((names) => [...new Set(names)])
      .optional()
      .describe("Engines, frameworks and libraries; [] for none. Recognised in the files where absent."),
    remixed_from: origin
      .optional()
      .describe(
        "What this app was made from: an app of the same instance, whose page then names this one, or an https URL.",
      ),
    required_capabilities: z
      .array(capability)
      .max(APP_CAPABILITIES_MAX)
      .default([])
      .transform((list) => [...new Map(list.map((item) => [item.name, item])).values()])
      .describe(
        "What the app needs beyond a plain page, each with the reason that people read, as one text or one by language code.",
      ),
    network: z
      .object({
        hosts: z
          .array(host)
          .max(APP_NETWORK_HOSTS_MAX)
          .transform((hosts) => [...new Set(hosts)])
          .describe("Hosts that gum.fetch may ask, over https, once the person has allowed it."),
        reason: neededReason.describe(
          "Why; shown when the person is asked. One text, or one by language code.",
        ),
      })
      .optional(),
    metadata: z
      .object({
        inline_events: z
          .object({
            allowed_attr_hashes: z
              .array(attributeHash)
              .max(APP_INLINE_HASHES_MAX)
              .default([])
              .transform((hashes) => [...new Set(hashes)])
              .describe(
                "SHA-256 of each onclick and the like that may run. Those that are missing are found and added when the app is packed or uploaded.",
              ),
            at_run_time: z
              .boolean()
              .optional()
              .describe("Handlers that the app builds while it runs, which have no hash, may run, too."),
          })
          .optional(),
        translations: z
          .record(
            languageCode,
            z.object({ name: name.optional(), description: paragraph(APP_DESCRIPTION_MAX_CHARS).optional() }),
          )
          .optional()
          .describe("Name and description in other languages, by their code (ja, pt-BR)."),
        deterministic: z
          .object({
            seed: z.int().min(0).max(0xffffffff).default(1),
            start: z.iso.datetime().default("2000-01-01T00:00:00Z"),
          })
          .optional()
          .describe("For quickjs: clock and random begin the same way at each start."),
        webxdc: z.boolean().optional().describe("The app was made for webxdc and gets its interface."),
      })
      .default({}),
    limits: z
      .object({
        memory_mb: z.int().min(1).max(APP_MEMORY_MB_MAX).optional().describe("Memory for quickjs, in MB."),
      })
      .default({}),
    room: z
      .boolean()
      .optional()
      .describe("People who see a post with this app share one instance of it. Always so for webxdc apps."),
    scores: z
      .array(scoreBoard)
      .max(APP_SCORE_BOARDS_MAX)
      .refine((boards) => new Set(boards.map(({ id }) => id)).size === boards.length, broken("board_twice"))
      .optional()
      .describe("Boards for gum.scores; the best of each person is on the app's page."),
    runtime_target: z
      .string()
      .min(1)
      .max(64)
      .default("frame")
      .describe("quickjs runs entry.module in the script runtime; anything else runs in a frame."),
  })
  .refine((manifest) => manifest.runtime_target !== "quickjs" || manifest.entry.module !== undefined, {
    ...broken("runtime_needs_module"),
    path: ["entry"],
  })
  .refine(
    ({ runtime_target, scores }) => runtime_target === "quickjs" || !scores?.some(({ verified }) => verified),
    { ...broken("verified_needs_quickjs"), path: ["scores"] },
  );

export type ScoreBoard = z.output<typeof scoreBoard>;
export type Manifest = z.output<typeof manifestSchema>;
export type ManifestInput = z.input<typeof manifestSchema>;

/** The path of the entry file. */
export function entryFile(manifest: Pick<Manifest, "entry">): string {
  return manifest.entry.html ?? manifest.entry.module!;
}

/** Whether the manifest requires the capability. */
export function requiresCapability(
  manifest: Pick<Manifest, "required_capabilities">,
  name: KnownCapability,
): boolean {
  return manifest.required_capabilities.some((capability) => capability.name === name);
}

/** Hashes of the inline handlers that may run, as in a CSP but without quotes. */
export function allowedHandlerHashes(manifest: Pick<Manifest, "metadata">): string[] {
  return manifest.metadata.inline_events?.allowed_attr_hashes ?? [];
}
