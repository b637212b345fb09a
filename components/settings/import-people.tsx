"use client";

import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { relateToAll } from "@/lib/exports/import-people.client";
import type { FoundPerson } from "@/lib/exports/import-support.client";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { nameOf } from "@/lib/people/rules";

/** Whom the person followed, blocked or muted there, to choose who of them is the same person here. */
export function ImportPeople({ people }: { people: readonly FoundPerson[] }) {
  const t = useTranslations("settings.yourData.import.people");
  const errors = useErrorTexts();
  const client = useQueryClient();
  const heading = useId();
  const state = useRef<HTMLParagraphElement>(null);
  const [left, setLeft] = useState(people);
  // The same name proves nothing.
  const [chosen, setChosen] = useState(
    () => new Set(people.filter(({ isSame }) => isSame).map(({ person }) => person.id)),
  );
  const [isRunning, setIsRunning] = useState(false);
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const [said, setSaid] = useState("");
  const closing = useRef<AbortController>(null);
  useEffect(() => {
    const controller = new AbortController();
    closing.current = controller;
    return () => controller.abort();
  }, []);
  const count = left.filter(({ person }) => chosen.has(person.id)).length;

  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const apply = async () => {
    const { signal } = closing.current!;
    setIsRunning(true);
    const { done, handled, ...others } = await relateToAll(
      left.filter(({ person }) => chosen.has(person.id)),
      signal,
    );
    void client.invalidateQueries();
    if (signal.aborted) return;
    const reasons = [...others.refused].map(
      ([{ person }, error]) => [person.id, errors.text(error)] as const,
    );
    setLeft(left.filter((found) => !handled.has(found)));
    setRefused(new Map([...refused, ...reasons]));
    // They can be chosen again; trying the rest again leaves them out.
    setChosen(new Set([...chosen].filter((id) => !reasons.some(([other]) => other === id))));
    setSaid(
      [
        t("done", { count: done }),
        reasons.length > 0 && t("refused", { count: reasons.length }),
        others.problem !== null && errors.text(others.problem),
      ]
        .filter(Boolean)
        .join(" "),
    );
    setIsRunning(false);
    // The button may be gone.
    state.current?.focus();
  };

  return (
    <section aria-labelledby={heading} className="mt-5 border-t border-border pt-4">
      <h3 id={heading} className="text-base">
        {t("title")}
      </h3>
      {left.length > 0 && <p className="mt-1 text-sm text-muted">{t("text")}</p>}
      <ul className="mt-2 max-h-72 divide-y divide-border overflow-y-auto">
        {left.map(({ person, isSame, relations }) => (
          <li key={person.id} className="flex items-center gap-3 py-1.5">
            <Checkbox
              className="min-w-0 flex-1"
              label={`${nameOf(person)} @${person.username}`}
              hint={
                <>
                  {[...relations.map((relation) => t(relation)), t(isSame ? "same" : "sameName")].join(" · ")}
                  {refused.has(person.id) && (
                    <span className="block text-danger"> {refused.get(person.id)}</span>
                  )}
                </>
              }
              checked={chosen.has(person.id)}
              disabled={isRunning}
              onChange={(event) => choose(person.id, event.target.checked)}
            />
            <Link
              href={`/profile/${person.id}`}
              target="_blank"
              prefetch={false}
              aria-label={t("profileOf", { name: `@${person.username}` })}
              className="flex-none text-sm font-medium text-accent hover:underline"
            >
              {t("profile")}
            </Link>
          </li>
        ))}
      </ul>
      <p ref={state} role="status" tabIndex={-1} className="mt-2 text-sm">
        {said}
      </p>
      {left.length > 0 && (
        <Button
          variant="outline"
          className="mt-2"
          loading={isRunning}
          disabled={count === 0}
          onClick={() => void apply()}
        >
          {t("apply", { count })}
        </Button>
      )}
    </section>
  );
}
