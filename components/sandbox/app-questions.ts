import type { HostUi } from "@/lib/sandbox/host/host-calls";
import type { PermissionQuestion } from "@/lib/sandbox/host/permissions";

/** Something that an app wants from the person; each is shown on its own, in the order in which they came. */
export type AppQuestion =
  | { kind: "alert"; message: string; answer: (value: null) => void }
  | { kind: "confirm"; message: string; answer: (value: boolean) => void }
  | { kind: "prompt"; message: string; value: string; answer: (value: string | null) => void }
  | { kind: "openLink"; url: URL; answer: (value: boolean) => void }
  | { kind: "saveFile"; name: string; size: number; answer: (value: boolean) => void }
  | { kind: "pasteText"; answer: (value: string | null) => void }
  | { kind: "allow"; permission: PermissionQuestion; answer: (value: boolean) => void };

/** A queue of questions that a component shows the first of. */
export class QuestionQueue {
  #questions: AppQuestion[] = [];
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly first = (): AppQuestion | null => this.#questions[0] ?? null;

  /** The app is gone: nobody waits for answers any more. */
  clear(): void {
    const left = this.#questions;
    this.#questions = [];
    for (const question of left) dismiss(question);
    this.#changed();
  }

  /** The host's side: each asks and waits. `copied` is told, not asked. */
  asUi(copied: () => void): HostUi {
    return {
      alert: (message) =>
        this.#ask<null>((answer) => ({ kind: "alert", message, answer })).then(() => undefined),
      confirm: (message) => this.#ask((answer) => ({ kind: "confirm", message, answer })),
      prompt: (message, value) => this.#ask((answer) => ({ kind: "prompt", message, value, answer })),
      openLink: (url) => this.#ask((answer) => ({ kind: "openLink", url, answer })),
      saveFile: ({ name, size }) => this.#ask((answer) => ({ kind: "saveFile", name, size, answer })),
      pasteText: () => this.#ask((answer) => ({ kind: "pasteText", answer })),
      allow: (permission) => this.#ask((answer) => ({ kind: "allow", permission, answer })),
      copied,
    };
  }

  #ask<T>(make: (answer: (value: T) => void) => AppQuestion): Promise<T> {
    return new Promise<T>((resolve) => {
      const question = make((value) => {
        resolve(value);
        this.#questions = this.#questions.filter((other) => other !== question);
        this.#changed();
      });
      this.#questions = [...this.#questions, question];
      this.#changed();
    });
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The answer that does nothing. */
export function dismiss(question: AppQuestion): void {
  if (question.kind === "alert" || question.kind === "prompt" || question.kind === "pasteText")
    question.answer(null);
  else question.answer(false);
}
