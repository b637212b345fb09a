"use client";

import { NextIntlClientProvider } from "next-intl";
import type { ComponentProps } from "react";

type Provider = Omit<ComponentProps<typeof NextIntlClientProvider>, "messages">;
type Texts = ComponentProps<typeof NextIntlClientProvider>["messages"];

// One for each catalogue: the server reads each once, not at every request.
const read = new Map<string, Texts>();

function parse(json: string): Texts {
  let texts = read.get(json);
  if (!texts) read.set(json, (texts = JSON.parse(json) as Texts));
  return texts;
}

/**
 * All texts of one catalogue, for everything within. They come as one string: a thousand values in a tree would each
 * be walked by the server's renderer and again by its reader, at every page.
 */
export function TextsProvider({ json, ...provider }: Provider & { json: string }) {
  return <NextIntlClientProvider {...provider} messages={parse(json)} />;
}
