"use client";

import { NextIntlClientProvider, useLocale, useMessages, type AbstractIntlMessages } from "next-intl";
import { useMemo, type ReactNode } from "react";

/** Adds namespaces to those of the parent provider; NextIntlClientProvider alone would replace them. */
export function MessagesProvider({ add, children }: { add: AbstractIntlMessages; children: ReactNode }) {
  const locale = useLocale();
  const inherited = useMessages();
  const messages = useMemo(() => ({ ...inherited, ...add }), [inherited, add]);
  return (
    <NextIntlClientProvider locale={locale} messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}
