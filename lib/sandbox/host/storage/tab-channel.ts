/**
 * Shares an app's data among the tabs of this browser, as a web page's localStorage is shared: each change is sent to the
 * other tabs at once. The tab where a change was made saves it.
 */
import type { StorageArea, StorageChange } from "@/lib/storage/contract";

/** Orders what different tabs do. Of two changes of a key, all tabs keep the later one. */
type Stamp = readonly [time: number, tab: string];

type Saving = { base: number; saveId: string; since: number };

type TabMessage =
  /**
   * `isLast`: the sender stops after this. `knows`: the most recently opened tab that the sender has seen.
   */
  | { type: "changes"; changes: readonly StorageChange[]; stamp: Stamp; isLast: boolean; knows: Stamp }
  /** A save of this tab is on its way: the server may have it before this tab knows. `base` and `since` as in `saved`. */
  | ({ type: "saving" } & Saving)
  /** The server has accepted a save of this tab that was based on `base`. All its changes were sent at `since` or later. */
  | { type: "saved"; base: number; revision: number; since: number }
  /** A tab is about to read the data, and asks for what the server may not have by then. */
  | { type: "opening" }
  /** A tab has opened and asks for what the server may not have yet. */
  | { type: "opened"; at: Stamp };

/** `personId` identifies the data: its owner, and after a revert also the `dataId`. */
type Envelope = { personId: string; message: TabMessage };

interface TabListeners {
  keys: (area: StorageArea) => string[];
  /** Of the data that this tab has. */
  revision: () => number;
  /** `isLast`: their tab stops, now or once it has seen this one. */
  onChanges: (changes: StorageChange[], isLast: boolean) => void;
  /** `isHeard`: this tab has received all changes of that save. */
  onSaved: (save: { base: number; revision: number; isHeard: boolean }) => void;
  /**
   * Another tab has opened the app, later than this one or not. Returns the changes that may not be on the
   * server yet, and the id of the save that is on its way.
   */
  onOpened: (isLater: boolean) => { unsent: StorageChange[]; saving: string | undefined; isLast: boolean };
}

const STAMPS_MAX = 20_000;
const SAVINGS_MAX = 20;

export class TabChannel {
  readonly #channel: BroadcastChannel;
  readonly #tab = crypto.getRandomValues(new Uint32Array(2)).join("-");
  readonly #openedAt: Stamp = [Date.now(), this.#tab];
  /** The most recently opened tab seen so far. */
  #newest: Stamp = this.#openedAt;
  /** By area and key; an area alone for its last clear. */
  readonly #stamps = new Map<string, Stamp>();
  #listeners: TabListeners | null = null;
  #data = "";
  /** Messages received before the data was read. */
  #early: Envelope[] = [];
  #time = 0;
  /** The last saves that may have arrived, with changes that this tab has. */
  #savings: readonly Saving[] = [];

  constructor(name: string) {
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data: envelope }: MessageEvent<Envelope>) => {
      if (this.#listeners === null) this.#early.push(envelope);
      else if (envelope.message.type === "opening") this.#answerOpening(false);
      else if (envelope.personId === this.#data) this.#receive(envelope.message);
    };
    this.#post({ type: "opening" });
  }

  /**
   * Begins to deliver messages about this data, those that came since the channel was opened first.
   * @param data its person, and which of their data it is
   */
  attach(data: string, listeners: TabListeners): void {
    this.#data = data;
    this.#listeners = listeners;
    for (const early of this.#early) if (early.personId === data) this.#receive(early.message);
    this.#early = [];
    this.#post({ type: "opened", at: this.#openedAt });
  }

  /** Broadcasts changes to the other tabs. */
  send(changes: readonly StorageChange[], isLast = false): void {
    this.#sendAs(this.#nextStamp(), changes, isLast);
  }

  /** Changes that were sent before keep their time: what others have changed since stays later. */
  #sendAgain(changes: readonly StorageChange[], isLast: boolean): void {
    const now = this.#nextStamp();
    const sent = new Map<Stamp, StorageChange[]>();
    for (const change of changes) {
      const stamp = this.#stamps.get(idOf(change)) ?? now;
      const together = sent.get(stamp);
      if (together) together.push(change);
      else sent.set(stamp, [change]);
    }
    for (const [stamp, together] of sent) this.#sendAs(stamp, together, isLast);
  }

  #nextStamp(): Stamp {
    this.#time = Math.max(this.#time + 1, Date.now());
    return [this.#time, this.#tab];
  }

  #sendAs(stamp: Stamp, changes: readonly StorageChange[], isLast: boolean): void {
    this.#remember(changes, stamp);
    this.#post({ type: "changes", changes, stamp, isLast, knows: this.#newest });
  }

  sendSaving(save: Saving): void {
    // The answer to this tab's own save may be lost.
    this.#noteSaving(save);
    this.#post({ type: "saving", ...save });
  }

  sendSaved(save: { base: number; revision: number; since: number }): void {
    this.#post({ type: "saved", ...save });
  }

  #noteSaving(save: Saving): void {
    this.#savings = [...this.#savings, save].slice(-SAVINGS_MAX);
  }

  /** The save with this id, of this tab or another one, if this tab has all its changes. */
  knownSave(id: string | undefined): Saving | undefined {
    // Noted again, its changes were sent again, for tabs that have opened since.
    return this.#savings.findLast(({ saveId }) => saveId === id);
  }

  close(): void {
    this.#channel.close();
  }

  #receive(message: TabMessage): void {
    const listeners = this.#listeners!;
    if (message.type === "opened") {
      const isLater = isAfter(message.at, this.#openedAt);
      if (isAfter(message.at, this.#newest)) this.#newest = message.at;
      this.#answerOpening(isLater);
    } else if (message.type === "saving") {
      const { base, saveId, since } = message;
      if (since > this.#openedAt[0] && base <= listeners.revision())
        this.#noteSaving({ base, saveId, since });
    } else if (message.type === "saved") {
      const { base, revision, since } = message;
      listeners.onSaved({ base, revision, isHeard: since > this.#openedAt[0] });
    } else if (message.type === "changes") {
      const { changes, stamp, isLast, knows } = message;
      this.#time = Math.max(this.#time, stamp[0]);
      const news = changes
        .filter((change) => this.#isNewer(stamp, change))
        .flatMap((change) => this.#withoutNewer(stamp, change));
      this.#remember(news, stamp);
      if (news.length) listeners.onChanges(news, isLast || isAfter(this.#openedAt, knows));
    }
  }

  #answerOpening(isLater: boolean): void {
    const { unsent, saving, isLast } = this.#listeners!.onOpened(isLater);
    this.#sendAgain(unsent, isLast);
    const revision = this.#listeners!.revision();
    const known = { base: revision, since: Date.now() };
    if (saving) this.sendSaving({ ...known, saveId: saving });
    this.sendSaved({ ...known, revision });
  }

  /** A clear that arrives late leaves what was written after it. */
  #withoutNewer(stamp: Stamp, change: StorageChange): StorageChange[] {
    if (change.key !== null) return [change];
    const { area } = change;
    const keys = this.#listeners!.keys(area);
    const older = keys.filter((key) => this.#isNewer(stamp, { area, key, value: null }));
    if (older.length === keys.length) return [change];
    return older.map((key) => ({ area, key, value: null }));
  }

  #remember(changes: readonly StorageChange[], stamp: Stamp): void {
    // Stamps only matter while tabs change the same key at the same time.
    if (this.#stamps.size > STAMPS_MAX) this.#stamps.clear();
    for (const change of changes) this.#stamps.set(idOf(change), stamp);
  }

  #isNewer(stamp: Stamp, { area, key }: StorageChange): boolean {
    const known = [this.#stamps.get(area), key === null ? undefined : this.#stamps.get(`${area}\0${key}`)];
    return known.every((other) => other === undefined || isAfter(stamp, other));
  }

  #post(message: TabMessage): void {
    this.#channel.postMessage({ personId: this.#data, message } satisfies Envelope);
  }
}

function idOf({ area, key }: { area: StorageArea; key: string | null }): string {
  return key === null ? area : `${area}\0${key}`;
}

function isAfter([time, tab]: Stamp, [otherTime, otherTab]: Stamp): boolean {
  return time > otherTime || (time === otherTime && tab > otherTab);
}
