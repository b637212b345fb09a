import type { HostUi, SavedFile, SaveQuestion } from "@/lib/sandbox/host/host-calls";
import type { PermissionQuestion } from "@/lib/sandbox/host/permissions";

type Question =
  | { kind: "alert" | "confirm"; message: string; answer: (value: boolean) => void }
  | { kind: "prompt"; message: string; value: string; answer: (value: string | null) => void }
  | { kind: "openLink"; url: URL; answer: (value: boolean) => void }
  | { kind: "saveFiles"; files: readonly SavedFile[]; answer: (value: boolean) => void }
  | { kind: "pasteText"; answer: (value: string | null) => void }
  | { kind: "allow"; permission: PermissionQuestion; answer: (value: boolean) => void };

/** A question of an app to the user. `id` is the React key. */
export type AppQuestion = Question & { id: number };

let lastId = 0;

/** The questions of an app. The first one is shown. */
export class QuestionQueue {
  #questions: AppQuestion[] = [];
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly first = (): AppQuestion | null => this.#questions[0] ?? null;

  /** Dismisses all questions. */
  clear(): void {
    const dismissed = this.#questions;
    this.#questions = [];
    for (const question of dismissed) dismiss(question);
    this.#notify();
  }

  /** The `HostUi` that adds to this queue. `copied` only notifies. */
  asUi(copied: () => void): HostUi {
    return {
      alert: async (message) => void (await this.#ask((answer) => ({ kind: "alert", message, answer }))),
      confirm: (message) => this.#ask((answer) => ({ kind: "confirm", message, answer })),
      prompt: (message, value) => this.#ask((answer) => ({ kind: "prompt", message, value, answer })),
      openLink: (url) => this.#ask((answer) => ({ kind: "openLink", url, answer })),
      saveFiles: (first) => this.#askToSave(first),
      pasteText: () => this.#ask((answer) => ({ kind: "pasteText", answer })),
      allow: (permission) => this.#ask((answer) => ({ kind: "allow", permission, answer })),
      copied,
    };
  }

  #ask<T>(create: (answer: (value: T) => void) => Question): Promise<T> {
    return new Promise<T>((resolve) => {
      const id = ++lastId;
      const answer = (value: T): void => {
        resolve(value);
        this.#questions = this.#questions.filter((question) => question.id !== id);
        this.#notify();
      };
      this.#questions = [...this.#questions, { ...create(answer), id }];
      this.#notify();
    });
  }

  #askToSave(first: SavedFile): SaveQuestion {
    let files = [first];
    const answered = this.#ask<boolean>((answer) => ({ kind: "saveFiles", files, answer }));
    const id = lastId;
    return {
      answered,
      add: (file) => {
        files = [...files, file];
        this.#questions = this.#questions.map((question) =>
          question.id === id && question.kind === "saveFiles" ? { ...question, files } : question,
        );
        this.#notify();
      },
    };
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Gives the negative answer. */
export function dismiss(question: AppQuestion): void {
  if (question.kind === "prompt" || question.kind === "pasteText") question.answer(null);
  else question.answer(false);
}
