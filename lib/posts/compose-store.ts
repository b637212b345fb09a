import { create } from "zustand";
import type { AppShort } from "@/lib/apps/contract";
import type { QuotedPost } from "./contract";
import type { Draft } from "./draft-contract";
import type { SharedMoment } from "./draft-storage";

export type ComposeDraft = {
  text: string;
  image: Blob | null;
  /** The app that wrote it. */
  by?: string;
  /** A state of this app, for others to start from. */
  share?: { app: AppShort; moment: SharedMoment };
  /** The post to quote. */
  quote?: QuotedPost;
  replyTo?: { id: string; username: string };
  /** The draft of this reply or quote to resume. */
  stored?: Draft;
};

export type ComposeRequest = ComposeDraft & {
  id: number;
  /** Opens the person's own draft instead. */
  own?: boolean;
  /** Called once; true if the person posted. */
  done: (posted: boolean) => void;
};

/** A request by an app or a shortcut to open the composer as a dialog. */
export const useComposeStore = create<{ request: ComposeRequest | null }>()(() => ({ request: null }));

/** Opens the composer with the person's own draft. */
export function composeOwn(): void {
  void compose({ text: "", image: null, own: true });
}

let requests = 0;

/** Opens the composer with a draft. @returns whether the person posted */
export function compose(draft: ComposeDraft & Pick<ComposeRequest, "own">): Promise<boolean> {
  useComposeStore.getState().request?.done(false);
  return new Promise((resolve) => {
    const id = ++requests;
    const done = (posted: boolean) => {
      // A late call must not close the next composer.
      useComposeStore.setState(({ request }) => (request?.id === id ? { request: null } : {}));
      resolve(posted);
    };
    useComposeStore.setState({ request: { ...draft, id, done } });
  });
}
