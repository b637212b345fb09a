"use client";

import { NextIntlClientProvider, useLocale, useMessages, type AbstractIntlMessages } from "next-intl";
import { useMemo, type ReactNode } from "react";

/** Parsed once: there are as many strings as sets of namespaces and languages. */
const parsed = new Map<string, AbstractIntlMessages>();

function parse(json: string): AbstractIntlMessages {
  const known = parsed.get(json);
  if (known) return known;
  const messages = JSON.parse(json) as AbstractIntlMessages;
  parsed.set(json, messages);
  return messages;
}

/**
 * Adds namespaces to those of the parent provider; NextIntlClientProvider alone would replace them. They arrive as one
 * string, which React sends and reads faster than a tree of a thousand texts.
 */
export function MessagesProvider({ json, children }: { json: string; children: ReactNode }) {
  const locale = useLocale();
  const inherited = useMessages();
  const messages = useMemo(() => ({ ...inherited, ...parse(json) }), [inherited, json]);
  return (
    <NextIntlClientProvider locale={locale} messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}
