"use client";

import { NextIntlClientProvider, useLocale, useMessages, type AbstractIntlMessages } from "next-intl";
import { useMemo, type ReactNode } from "react";

/** Adds namespaces to those of the providers above: next-intl's own provider would replace them. */
export function MessagesProvider({ add, children }: { add: AbstractIntlMessages; children: ReactNode }) {
  const locale = useLocale();
  const above = useMessages();
  const messages = useMemo(() => ({ ...above, ...add }), [above, add]);
  return (
    <NextIntlClientProvider locale={locale} messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}
