"use client";

import { NextIntlClientProvider, useLocale, useMessages, type AbstractIntlMessages } from "next-intl";
import { useMemo, type ReactNode } from "react";

/**
 * Adds namespaces to those of the parent provider; NextIntlClientProvider alone would replace them. They arrive as one
 * string, which React sends and reads faster than a tree of a thousand texts.
 */
export function MessagesProvider({ json, children }: { json: string; children: ReactNode }) {
  const locale = useLocale();
  const inherited = useMessages();
  const messages = useMemo(
    () => ({ ...inherited, ...(JSON.parse(json) as AbstractIntlMessages) }),
    [inherited, json],
  );
  return (
    <NextIntlClientProvider locale={locale} messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}
