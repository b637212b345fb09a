import { z } from "zod";
import { NETWORK_FILE, textOf, withText, type Project } from "./project";

const answerSchema = z.strictObject({
  /** `*` stands for anything. */
  url: z.string().min(1),
  /** Any method without it. */
  method: z.string().optional(),
  status: z.number().int().min(200).max(599).default(200),
  headers: z.record(z.string(), z.string()).default({}),
  /** A text is sent as it is, anything else as JSON. */
  body: z.unknown().optional(),
  /** Milliseconds before it comes. */
  delay: z.number().min(0).max(60_000).default(0),
});
export type Answer = z.infer<typeof answerSchema>;

/** The answers of a project in order, or what is wrong with its file. */
export type Answers = { answers: readonly Answer[]; problem: string | null };

export function readAnswers(project: Project): Answers {
  if (!project.has(NETWORK_FILE)) return { answers: [], problem: null };
  try {
    const { data, error } = z.array(answerSchema).safeParse(JSON.parse(textOf(project, NETWORK_FILE)));
    if (data) return { answers: data, problem: null };
    const { path, message } = error.issues[0]!;
    return { answers: [], problem: [path.join("."), message].filter(Boolean).join(": ") };
  } catch (error) {
    return { answers: [], problem: (error as Error).message };
  }
}

/** The first answer that fits one of the spellings of an address. */
export function findAnswer(
  answers: readonly Answer[],
  method: string,
  ...urls: readonly string[]
): Answer | null {
  const isSame = (answer: Answer) => (answer.method ?? method).toUpperCase() === method.toUpperCase();
  return answers.find((answer) => isSame(answer) && urls.some((url) => fits(answer.url, url))) ?? null;
}

/** Without a regular expression: many stars could make one slow. */
function fits(pattern: string, url: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return pattern === url;
  const last = rest.pop()!;
  if (!url.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = url.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return url.length - last.length >= at && url.endsWith(last);
}

/** Headers and body of an answer, as a server would send them. */
export function contentOf({ headers, body }: Answer): { headers: [string, string][]; body: string } {
  const given = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  const isText = typeof body === "string" || body === undefined;
  const type = isText ? "text/plain; charset=utf-8" : "application/json";
  const isTyped = given.some(([name]) => name === "content-type");
  return {
    headers: isTyped ? given : [["content-type", type], ...given],
    body: isText ? (body ?? "") : JSON.stringify(body),
  };
}

/**
 * The project with one more answer, and the line where its body is to be written. A file that does not parse stays.
 * @returns null if it does not parse
 */
export function withAnswer(
  project: Project,
  { method, url }: { method: string; url: string },
): { project: Project; line: number } | null {
  let before: unknown = [];
  try {
    if (project.has(NETWORK_FILE)) before = JSON.parse(textOf(project, NETWORK_FILE));
  } catch {
    return null;
  }
  if (!Array.isArray(before)) return null;
  const text = `${JSON.stringify([...before, { method, url, status: 200, body: {} }], null, 2)}\n`;
  const lines = text.split("\n");
  return { project: withText(project, NETWORK_FILE, text), line: lines.length - 3 };
}
