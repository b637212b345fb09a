"use client";

import { Star } from "lucide-react";
import { useId, useState } from "react";
import { cn } from "@/components/ui/cn";
import { STARS } from "@/lib/apps/rating";

interface StarInputProps {
  label: string;
  /** The name of each, such as "4 stars". */
  nameOf: (stars: number) => string;
  /** Null until the person chooses. */
  value: number | null;
  onValueChange: (stars: number) => void;
  error?: string | undefined;
}

/** Radio buttons that look like stars; those up to the chosen one, or the one under the pointer, are filled. */
export function StarInput({ label, nameOf, value, onValueChange, error }: StarInputProps) {
  const id = useId();
  const [pointed, setPointed] = useState<number | null>(null);
  const shown = pointed ?? value ?? 0;
  return (
    <div>
      <div
        role="radiogroup"
        aria-label={label}
        aria-required
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        className="-ml-2 inline-flex"
        onPointerLeave={() => setPointed(null)}
      >
        {STARS.map((stars) => (
          <label
            key={stars}
            title={nameOf(stars)}
            className="relative grid size-11 cursor-pointer place-items-center rounded-md has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-ring"
            onPointerEnter={(event) => event.pointerType === "mouse" && setPointed(stars)}
          >
            <input
              type="radio"
              name={id}
              value={stars}
              checked={stars === value}
              // It appears where a button was that had the focus.
              autoFocus={stars === (value ?? 1)}
              aria-label={nameOf(stars)}
              onChange={() => {
                // Chosen by keyboard while the pointer rests on another star.
                setPointed(null);
                onValueChange(stars);
              }}
              className="absolute inset-0 m-0 cursor-pointer opacity-0"
            />
            <Star
              aria-hidden
              className={cn("size-7", stars <= shown ? "fill-current text-star" : "text-subtle")}
            />
          </label>
        ))}
      </div>
      <p id={`${id}-error`} role="alert" className={cn("text-xs text-danger", !error && "sr-only")}>
        {error}
      </p>
    </div>
  );
}
