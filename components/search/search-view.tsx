"use client";

import { Search, SearchX, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type ComponentType } from "react";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { IconButton } from "@/components/ui/icon-button";
import { Tabs } from "@/components/ui/tabs";
import { namesPerson, type SearchType, type SearchView as View } from "@/lib/search/rules";

const DEBOUNCE_MS = 200;
const MAX_CHARS = 100;

export type SearchResultsProps = { q: string; onSeeAll: (type: SearchType) => void };

interface SearchViewProps {
  initial: { q: string; type: View };
  /** A list for each kind of result, from other features. */
  results: Record<View, ComponentType<SearchResultsProps>>;
}

/** Searches people, posts, apps and collections while somebody types. */
export function SearchView({ initial, results }: SearchViewProps) {
  const t = useTranslations("search");
  const common = useTranslations("common");
  const field = useRef<HTMLInputElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(initial.q);
  const [q, setQ] = useState(initial.q.trim());
  const [type, setType] = useState(initial.type);
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    const params = new URLSearchParams({ ...(q && { q }), ...(type !== "all" && { type }) });
    window.history.replaceState(null, "", params.size > 0 ? `/search?${params}` : "/search");
  }, [q, type]);
  const Results = results[type];
  const seeAll = (chosen: SearchType) => {
    setType(chosen);
    // The pressed button was removed with its list.
    page.current?.querySelector<HTMLElement>(`[role=tab][data-value=${chosen}]`)?.focus();
  };
  return (
    <div ref={page} className="timeline-page">
      <div className="timeline-column overflow-clip">
        <h1 className="sr-only">{t("title")}</h1>
        <form
          role="search"
          className="relative p-3"
          onSubmit={(event) => {
            event.preventDefault();
            setQ(typed.trim());
            // Closes the on-screen keyboard.
            if (matchMedia("(pointer: coarse)").matches) field.current?.blur();
          }}
        >
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-6 size-4.5 -translate-y-1/2 text-subtle"
          />
          <input
            ref={field}
            type="search"
            name="q"
            value={typed}
            maxLength={MAX_CHARS}
            autoFocus={initial.q === ""}
            autoComplete="off"
            enterKeyHint="search"
            aria-label={t("label")}
            placeholder={t("placeholder")}
            className="input rounded-full px-10 [&::-webkit-search-cancel-button]:hidden"
            onChange={(event) => {
              const next = event.target.value;
              if (namesPerson(next) && !namesPerson(typed)) setType("users");
              setTyped(next);
            }}
            onKeyDown={(event) => {
              if (event.key !== "ArrowDown" || event.nativeEvent.isComposing) return;
              const first = page.current?.querySelector<HTMLElement>("[role=tabpanel] :is(a[href], button)");
              if (first) event.preventDefault();
              first?.focus();
            }}
          />
          {typed && (
            <IconButton
              label={common("clear")}
              size="sm"
              className="absolute top-1/2 right-5 -translate-y-1/2 rounded-full"
              onClick={() => {
                setTyped("");
                setQ("");
                field.current?.focus();
              }}
            >
              <X aria-hidden />
            </IconButton>
          )}
        </form>
        <Tabs
          label={t("types")}
          value={type}
          onValueChange={setType}
          tabs={[
            { value: "all", label: t("all") },
            { value: "users", label: t("users") },
            { value: "posts", label: t("posts") },
            { value: "apps", label: t("apps") },
            { value: "collections", label: t("collections") },
          ]}
          listClassName="timeline-tabs"
        >
          {/^[@＠]?$/.test(q) ? <EmptyQuery /> : <Results q={q} onSeeAll={seeAll} />}
        </Tabs>
      </div>
    </div>
  );
}

function EmptyQuery() {
  const t = useTranslations("search");
  return (
    <EmptyState
      icon={<Search />}
      title={t("inviteTitle")}
      description={t("inviteText")}
      action={
        <ButtonLink href="/discover" variant="outline">
          {t("discover")}
        </ButtonLink>
      }
    />
  );
}

export function NothingFound({ q }: { q: string }) {
  const t = useTranslations("search");
  return <EmptyState icon={<SearchX />} title={t("nothingTitle", { q })} description={t("nothingText")} />;
}
