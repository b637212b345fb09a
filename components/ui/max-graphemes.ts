import type { ChangeEvent, CompositionEvent } from "react";
import { countGraphemes, graphemesOf } from "@/lib/shared/visible-text";

type Control = HTMLInputElement | HTMLTextAreaElement;

interface Handlers<E extends Control> {
  onChange?: ((event: ChangeEvent<E>) => void) | undefined;
  onCompositionEnd?: ((event: CompositionEvent<E>) => void) | undefined;
}

/** Shortens what was typed or pasted before the caret, as the browser does for `maxlength`, which counts UTF-16 units. */
function shorten(control: Control, max: number): void {
  if (control.value.length <= max || countGraphemes(control.value, max) <= max) return;
  const caret = control.selectionEnd ?? control.value.length;
  const rest = control.value.slice(caret);
  const typed = [...graphemesOf(control.value.slice(0, caret))];
  typed.length = Math.max(0, Math.min(typed.length, max - countGraphemes(rest, max)));
  // The text may be excessively long in UTF-16 units, too.
  while (typed.length > 0 && countGraphemes(typed.join("") + rest, max) > max) typed.pop();
  control.value = typed.join("") + rest;
  control.setSelectionRange(typed.join("").length, typed.join("").length);
}

/** Event handlers that keep a control at no more than `max` graphemes; text in composition is left alone until its end. */
export function maxGraphemesHandlers<E extends Control>(
  max: number | undefined,
  own: Handlers<E>,
): Handlers<E> {
  if (max === undefined) return {};
  return {
    onChange: (event) => {
      if (!(event.nativeEvent as InputEvent).isComposing) shorten(event.currentTarget, max);
      own.onChange?.(event);
    },
    onCompositionEnd: (event) => {
      shorten(event.currentTarget, max);
      own.onCompositionEnd?.(event);
      own.onChange?.(event as unknown as ChangeEvent<E>);
    },
  };
}
