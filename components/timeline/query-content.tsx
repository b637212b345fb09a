"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LoadFailed } from "@/components/ui/load-failed";
import { Spinner } from "@/components/ui/spinner";
import { useErrorTexts } from "@/lib/i18n/use-error-text";

interface QueryContentProps<T> {
  query: Pick<UseQueryResult<T>, "data" | "error" | "isError" | "refetch">;
  children: (data: T) => ReactNode;
}

/** Fetches the content of a dialog when it opens. */
export function QueryContent<T>({ query, children }: QueryContentProps<T>) {
  const t = useTranslations("common");
  const errors = useErrorTexts();
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <LoadFailed text={errors.text(query.error)} onRetry={() => query.refetch()} />;
  return (
    <div className="grid place-items-center py-10 text-muted">
      <Spinner label={t("loading")} />
    </div>
  );
}
