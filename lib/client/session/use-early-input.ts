"use client";

import { type RefObject, useLayoutEffect } from "react";

/**
 * Takes over what was typed, or filled in by a password manager, before the page answered: React's first rendering of
 * its own would put the empty state over it. Runs once, before that rendering.
 * @param adopt gets the value of every named field of the form
 */
export function useEarlyInput(
  form: RefObject<HTMLFormElement | null>,
  adopt: (values: Record<string, string>) => void,
): void {
  useLayoutEffect(() => {
    if (!form.current) return;
    const values: Record<string, string> = {};
    // Field by field: a whole FormData makes the browser lay out the page at once.
    for (const field of form.current.elements)
      if (isTyped(field) && field.name) values[field.name] = field.value;
    adopt(values);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what is there at the first moment, and never again
  }, []);
}

/** True for fields with a text of their own. */
function isTyped(field: Element): field is HTMLInputElement | HTMLTextAreaElement {
  if (field instanceof HTMLTextAreaElement) return true;
  return field instanceof HTMLInputElement && !["checkbox", "radio", "file"].includes(field.type);
}
