"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { linkPreviewQuery } from "@/lib/links/queries";
import { LinkCard } from "../link-card";

/** While somebody types a URL, each key makes another one. */
const DEBOUNCE_MS = 700;

interface LinkPreviewProps {
  /** From cardAddress. */
  url: string;
  onRemove: () => void;
}

/** The card that the post will have. A page that has none, or cannot be reached, shows nothing. */
export function LinkPreview({ url, onRemove }: LinkPreviewProps) {
  const t = useTranslations("timeline");
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(url), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [url]);
  const { data: card } = useQuery({ ...linkPreviewQuery(url), enabled: settled === url });
  return (
    <>
      <span role="status" className="sr-only">
        {card && t("linkPreviewOf", { title: card.title })}
      </span>
      {card && (
        <div className="relative">
          <LinkCard link={card} />
          <IconButton
            label={t("removeLinkPreview")}
            size="sm"
            variant="secondary"
            className="absolute top-3.5 right-1 rounded-full bg-inverse text-on-inverse"
            onClick={onRemove}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      )}
    </>
  );
}
