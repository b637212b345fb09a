"use client";

import { LayoutGrid, Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import type { StoreFilter } from "@/lib/apps/queries";
import { APP_SEARCH_MAX_CHARS } from "@/lib/config/limits";
import { APP_CATEGORIES } from "@/lib/package/category";
import { APP_ORDERS } from "@/lib/apps/ranking";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { CATEGORY_ICONS } from "./category-icons";

const CHIP =
  "relative inline-flex h-8 flex-none cursor-pointer items-center gap-1.5 rounded-full border border-border bg-surface px-3 text-sm text-muted hover:text-text has-checked:border-transparent has-checked:bg-inverse has-checked:text-on-inverse has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring touch:h-10 [&>svg]:size-4";

interface StoreFiltersProps {
  filter: StoreFilter;
  onChange: (change: Partial<StoreFilter>) => void;
}

export function StoreFilters({ filter, onChange }: StoreFiltersProps) {
  const t = useTranslations("apps");
  const common = useTranslations("common");
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="mb-5 flex flex-col gap-3">
      <search className="flex gap-2">
        <div className="min-w-0 flex-1">
          <Input
            ref={input}
            type="search"
            name="q"
            value={filter.search}
            maxLength={APP_SEARCH_MAX_CHARS}
            placeholder={t("searchPlaceholder")}
            aria-label={t("searchLabel")}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            className="[&::-webkit-search-cancel-button]:hidden"
            onChange={(event) => onChange({ search: event.target.value })}
            leading={<Search aria-hidden />}
            trailing={
              filter.search && (
                <IconButton
                  size="sm"
                  label={common("clear")}
                  onClick={() => {
                    onChange({ search: "" });
                    input.current?.focus();
                  }}
                >
                  <X />
                </IconButton>
              )
            }
          />
        </div>
        <div className="w-36 flex-none">
          <Select
            aria-label={t("order.label")}
            value={filter.orderBy}
            onValueChange={(orderBy) => onChange({ orderBy })}
            options={APP_ORDERS.map((order) => ({ value: order, label: t(`order.${order}`) }))}
          />
        </div>
      </search>
      <div
        role="radiogroup"
        aria-label={t("categoryLabel")}
        className="-mx-4 flex gap-1.5 overflow-x-auto px-4 py-0.5 [scrollbar-width:none] sm:-mx-6 sm:px-6"
      >
        {(["all", ...APP_CATEGORIES] as const).map((category) => {
          const Icon = category === "all" ? LayoutGrid : CATEGORY_ICONS[category];
          return (
            <label key={category} className={CHIP}>
              <input
                type="radio"
                name="category"
                value={category}
                checked={filter.category === category}
                onChange={() => onChange({ category })}
                className="absolute inset-0 m-0 cursor-pointer opacity-0"
              />
              <Icon aria-hidden />
              {t(`category.${category}`)}
            </label>
          );
        })}
      </div>
    </div>
  );
}
