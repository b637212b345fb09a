import { uuidv7 } from "uuidv7";
import {
  NOTICES_PER_HOUR,
  ROOM_OUTGOING_MAX,
  ROOM_SEND_BURST,
  ROOM_SEND_INTERVAL_MS,
} from "@/lib/config/limits";
import type { RoomUpdateContent } from "./contract";
import { LocalLink } from "./local-link.client";
import type { LocalRoom } from "./local-room.client";
import { Pace } from "./pace";
import { RoomRefusal } from "./refusal";
import type { RoomAction } from "./rules";

export type LocalNotice = { id: string; text: string; href: string; isShown: boolean };

/** The state shown around the apps. */
export type LocalPersonView = {
  address: string;
  name: string;
  isOnline: boolean;
  wasRemoved: boolean;
  /** Own updates that the room does not have yet. */
  waiting: number;
  /** Why the room refused the last one. */
  refused: string | null;
  /** The last notification that an app asked for. */
  notice: LocalNotice | null;
};

const HOUR_MS = 3_600_000;

type Outgoing = {
  content: RoomUpdateContent;
  resolve: (sent: { serial: number }) => void;
  reject: (reason: unknown) => void;
};

/** A simulated member of a room. As in a browser, their updates queue until the room has them. */
export class LocalPerson {
  readonly address = uuidv7().replaceAll("-", "").slice(10);
  readonly name: string;
  hasJoined = false;
  wasRemoved = false;
  readonly #room: LocalRoom;
  readonly #links = new Set<LocalLink>();
  readonly #outgoing: Outgoing[] = [];
  readonly #pace = new Pace(ROOM_SEND_BURST, ROOM_SEND_BURST * ROOM_SEND_INTERVAL_MS);
  #notices = { room: new Pace(NOTICES_PER_HOUR, HOUR_MS), app: new Pace(NOTICES_PER_HOUR, HOUR_MS) };
  #notice: LocalNotice | null = null;
  #refused: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOnline = true;
  /** The last update received before going offline. */
  #seen = 0;
  #status: ReturnType<LocalRoom["statusFor"]> = { people: 0, isClosed: false, refused: null };

  constructor(room: LocalRoom, name: string) {
    this.#room = room;
    this.name = name;
  }

  get isOnline(): boolean {
    return this.#isOnline;
  }

  /** The last update delivered to them. */
  get head(): number {
    return this.#isOnline && !this.wasRemoved ? this.#room.log.head : this.#seen;
  }

  get isMember(): boolean {
    return this.hasJoined && !this.wasRemoved;
  }

  /** Their view of the room. */
  get status(): ReturnType<LocalRoom["statusFor"]> {
    return this.#status;
  }

  /** @throws RoomRefusal not_in_room */
  join(): LocalLink {
    this.#room.join(this);
    const link = new LocalLink(this.#room, this, () => this.#links.delete(link));
    this.#links.add(link);
    return link;
  }

  setOnline(isOnline: boolean): void {
    if (isOnline === this.#isOnline) return;
    this.#seen = this.head;
    this.#isOnline = isOnline;
    if (isOnline) {
      this.learnStatus();
      this.deliver();
      this.#drain();
    }
    this.#room.changed();
  }

  /** Resolves once the room has it, which may take long. @throws RoomRefusal */
  async send(content: RoomUpdateContent): Promise<{ serial: number }> {
    if (this.#outgoing.length >= ROOM_OUTGOING_MAX)
      throw new RoomRefusal("too_many", "Too many updates wait to be sent.");
    const settled = new Promise<{ serial: number }>((resolve, reject) =>
      this.#outgoing.push({ content, resolve, reject }),
    );
    this.#drain();
    this.#room.changed();
    return settled;
  }

  /** Removed by the owner of the room. */
  leave(): void {
    this.#seen = this.head;
    this.wasRemoved = true;
  }

  learnStatus(): void {
    const next = this.#room.statusFor(this);
    const { people, isClosed, refused } = this.#status;
    const isSame = next.people === people && next.isClosed === isClosed && next.refused === refused;
    if (!this.#isOnline || isSame) return;
    this.#status = next;
    for (const link of this.#links) link.emitStatus();
  }

  /** Delivers missing updates to their apps. */
  deliver(): void {
    if (this.#isOnline && !this.wasRemoved) for (const link of this.#links) link.catchUp();
  }

  receive(from: LocalLink, messages: readonly string[]): void {
    if (!this.#isOnline || this.wasRemoved) return;
    for (const link of this.#links) if (link !== from) link.receive(from.me, messages);
  }

  /** @returns false if the limit is reached */
  notify(text: string, href: string, by: "room" | "app" = "room"): boolean {
    const isShown = this.#notices[by].take(Date.now()) === 0;
    this.#notice = { id: uuidv7(), text, href, isShown };
    this.#room.changed();
    return isShown;
  }

  dismissNotice(): void {
    this.#notice = null;
    this.#room.changed();
  }

  /** A new run of the app may notify again. */
  forgetNotices(): void {
    this.#notices = { room: new Pace(NOTICES_PER_HOUR, HOUR_MS), app: new Pace(NOTICES_PER_HOUR, HOUR_MS) };
    this.dismissNotice();
  }

  /** @throws RoomRefusal network_failure, not_in_room, room_closed */
  require(action: RoomAction): void {
    if (!this.#isOnline) throw new RoomRefusal("network_failure", "There is no connection.");
    this.#room.require(this, action);
  }

  view(): LocalPersonView {
    const { address, name, isOnline, wasRemoved } = this;
    const [waiting, refused] = [this.#outgoing.length, this.#refused];
    return { address, name, isOnline, wasRemoved, waiting, refused, notice: this.#notice };
  }

  #drain(): void {
    while (this.#isOnline && this.#timer === undefined && this.#outgoing.length > 0) {
      const wait = this.#pace.take(Date.now());
      if (wait > 0) {
        this.#timer = setTimeout(() => {
          this.#timer = undefined;
          this.#drain();
          this.#room.changed();
        }, wait);
        return;
      }
      const { content, resolve, reject } = this.#outgoing.shift()!;
      try {
        resolve(this.#room.append(this, content));
        this.#refused = null;
      } catch (refusal) {
        this.#refused = (refusal as RoomRefusal).code;
        reject(refusal);
      }
    }
  }
}
