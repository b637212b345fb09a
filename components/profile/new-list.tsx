"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { LIST_NAME_MAX_CHARS } from "@/lib/config/limits";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import type { PeopleList } from "@/lib/people/list-contract";
import { makeList } from "@/lib/people/list-queries";

/** Creates a list. */
export function NewList({ onMade }: { onMade?: (list: PeopleList) => void }) {
  const t = useTranslations("profile.lists");
  const errors = useErrorTexts();
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<unknown>(null);
  const [isMaking, setMaking] = useState(false);
  const make = async (event: FormEvent) => {
    event.preventDefault();
    if (isMaking) return;
    if (!name.trim()) return setProblem("empty");
    setMaking(true);
    try {
      // Not inside the optional call, which leaves its arguments out where nobody listens.
      const list = await makeList(client, name.trim());
      onMade?.(list);
      setName("");
    } catch (error) {
      setProblem(error);
    } finally {
      setMaking(false);
    }
  };
  return (
    <form onSubmit={(event) => void make(event)}>
      <Field
        label={t("newName")}
        error={problem === "empty" ? t("nameMissing") : problem ? errors.text(problem) : undefined}
      >
        <div className="flex gap-2">
          <div className="min-w-0 flex-1">
            <Input
              dir="auto"
              value={name}
              autoComplete="off"
              maxGraphemes={LIST_NAME_MAX_CHARS}
              placeholder={t("namePlaceholder")}
              onChange={(event) => {
                setName(event.target.value);
                setProblem(null);
              }}
            />
          </div>
          <Button type="submit" variant="outline" loading={isMaking}>
            {t("make")}
          </Button>
        </div>
      </Field>
    </form>
  );
}
