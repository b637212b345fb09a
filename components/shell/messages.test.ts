import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

/** Client components read messages that a page or a layout provides. A missing one shows only once it renders. */

const ROOT = path.resolve(import.meta.dirname, "../..");
const APP = path.join(ROOT, "app");

type Source = {
  imports: string[];
  isClient: boolean;
  /** Namespaces. */
  reads: string[];
  provides: string[];
};

const sources = new Map<string, Source>();

function read(file: string): Source {
  const known = sources.get(file);
  if (known) return known;
  const text = fs.readFileSync(file, "utf8");
  const specifiers = [
    ...text.matchAll(/^(?:import|export) (?!type\b)[^"]*?"([^"]+)";/gm),
    ...text.matchAll(/\bimport\("([^"]+)"\)/g),
  ];
  const source = {
    imports: specifiers.flatMap(([, specifier]) => resolve(file, specifier!) ?? []),
    isClient: text.startsWith('"use client"'),
    reads: [...text.matchAll(/\buseTranslations\("(\w+)/g)].map(([, namespace]) => namespace!),
    provides: [
      ...text.matchAll(/<Messages of=\{\[(.*?)\]\}/g),
      ...text.matchAll(/\bSHARED_NAMESPACES\b.*= \[(.*)\]/g),
    ].flatMap(([, list]) => [...list!.matchAll(/\w+/g)].map(([namespace]) => namespace)),
  };
  sources.set(file, source);
  return source;
}

function resolve(from: string, specifier: string): string | undefined {
  if (!/^(?:@\/|\.)/.test(specifier)) return undefined;
  const base = specifier.startsWith("@/")
    ? path.join(ROOT, specifier.slice(2))
    : path.resolve(path.dirname(from), specifier);
  return [`${base}.tsx`, `${base}.ts`].find((file) => fs.existsSync(file));
}

/** What a page or layout provides, with the layouts above it, and what its client components read besides. */
function messagesOf(screen: string): { provided: Set<string>; missing: string[] } {
  const provided = new Set<string>();
  for (let folder = path.dirname(screen); folder.startsWith(APP); folder = path.dirname(folder)) {
    const layout = path.join(folder, "layout.tsx");
    if (fs.existsSync(layout)) read(layout).provides.forEach((namespace) => provided.add(namespace));
  }
  const needed = new Map<string, string>();
  const seen = new Set<string>();
  const visit = (file: string, isInClient: boolean) => {
    const { imports, isClient, reads, provides } = read(file);
    const runsInClient = isInClient || isClient;
    const key = `${file} ${runsInClient}`;
    if (seen.has(key)) return;
    seen.add(key);
    provides.forEach((namespace) => provided.add(namespace));
    if (runsInClient) for (const namespace of reads) needed.set(namespace, path.relative(ROOT, file));
    for (const each of imports) visit(each, runsInClient);
  };
  visit(screen, false);
  const missing = [...needed].filter(([namespace]) => !provided.has(namespace));
  return { provided, missing: missing.map(([namespace, file]) => `${namespace} (${file})`) };
}

const screens = fs
  .readdirSync(APP, { recursive: true, encoding: "utf8" })
  .filter((file) => ["layout.tsx", "page.tsx"].includes(path.basename(file)));

it.each(screens)("%s provides the messages that its components read", (screen) => {
  const { provided, missing } = messagesOf(path.join(APP, screen));
  expect(provided).toContain("common");
  expect(missing).toEqual([]);
});
