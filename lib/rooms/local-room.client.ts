import { uuidv7 } from "uuidv7";
import type { RoomMember, RoomUpdateContent } from "./contract";
import type { RoomStart } from "./link.client";
import { LocalCardKeeper, type LocalCard, type LocalCardInput } from "./local-card.client";
import { LocalLog } from "./local-log.client";
import { LocalPerson, type LocalPersonView } from "./local-person.client";
import { RoomRefusal } from "./refusal";
import { noticeFor, refusalOf, type RoomAction } from "./rules";

/**
 * A room in the memory of one page, for apps that are tried out. Apps meet the same as in a room of the server: order, serials,
 * limits, pace and refusals. Each person has a connection of their own, which can be cut.
 */

export type LocalRoomView = {
  people: readonly LocalPersonView[];
  isClosed: boolean;
  card: LocalCard | null;
  /** Counts the changes of the card. */
  version: number;
};

const REFUSALS = {
  room_closed: "The room is closed.",
  not_in_room: "The person is not part of this room.",
  unknown_app: "The app is gone.",
};

export class LocalRoom {
  readonly id = uuidv7();
  readonly people: readonly LocalPerson[];
  readonly log: LocalLog;
  readonly #card = new LocalCardKeeper();
  readonly #listeners = new Set<() => void>();
  #closedAt: Date | null = null;
  #version = 0;
  #view: LocalRoomView;

  /** @param names the first is the owner's */
  constructor(names: readonly string[]) {
    this.people = names.map((name) => new LocalPerson(this, name));
    this.log = new LocalLog(this.people[0]!.address);
    this.#view = this.#look();
  }

  /** @returns the cleanup */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly view = (): LocalRoomView => this.#view;

  get owner(): LocalPerson {
    return this.people[0]!;
  }

  /** Its owner lets people look at it only, or change it again. */
  setClosed(isClosed: boolean): void {
    this.#closedAt = isClosed ? new Date() : null;
    this.#emitStatus();
  }

  /** Its owner removes somebody, who cannot come back. */
  remove(person: LocalPerson): void {
    if (person === this.owner || !person.isMember) return;
    person.leave();
    this.log.dropSnapshotsOf(person.address);
    if (this.#card.dropOf(person.address)) this.#version += 1;
    this.#emitStatus();
  }

  /** @throws RoomRefusal not_in_room */
  join(person: LocalPerson): void {
    this.require(person, "join");
    person.hasJoined = true;
    this.#emitStatus();
  }

  /** @throws RoomRefusal not_in_room, room_closed */
  require({ isMember, wasRemoved }: LocalPerson, action: RoomAction): void {
    const others = { isBlocked: false, isOff: false, isAppGone: false };
    const code = refusalOf({ closedAt: this.#closedAt, isMember, wasRemoved, ...others }, action);
    if (code) throw new RoomRefusal(code, REFUSALS[code]);
  }

  /** What a person's apps are to know. */
  statusFor({ wasRemoved }: LocalPerson): Pick<RoomStart, "people" | "isClosed" | "refused"> {
    const people = this.members().length;
    return { people, isClosed: this.#closedAt !== null, refused: wasRemoved ? "not_in_room" : null };
  }

  /** @throws RoomRefusal */
  append(author: LocalPerson, content: RoomUpdateContent): { serial: number } {
    this.require(author, "write");
    const update = this.log.append(author.address, content, new Date());
    for (const person of this.people) {
      person.deliver();
      const text =
        person === author || !person.isMember ? "" : noticeFor(person.address, content.notify ?? {});
      if (text) person.notify(text, content.href ?? "");
    }
    if (this.#card.derive({ ...update, authorId: update.from })) this.#version += 1;
    this.changed();
    return { serial: update.serial };
  }

  /** @throws RoomRefusal */
  putCard(author: LocalPerson, card: LocalCardInput): void {
    this.require(author, "write");
    const known = new Set(this.people.filter(({ hasJoined }) => hasJoined).map(({ address }) => address));
    const people = card.people.filter((address) => known.has(address));
    if (this.#card.put({ ...card, people, by: author.address }, this.log.head)) this.#version += 1;
    this.changed();
  }

  /** @throws RoomRefusal */
  removeCard(author: LocalPerson): void {
    this.require(author, "write");
    if (this.#card.clear()) this.#version += 1;
    this.changed();
  }

  members(): RoomMember[] {
    return this.people
      .filter(({ isMember }) => isMember)
      .map((person) => ({ address: person.address, name: person.name, isOwner: person === this.owner }));
  }

  changed(): void {
    this.#view = this.#look();
    for (const listener of [...this.#listeners]) listener();
  }

  #emitStatus(): void {
    for (const person of this.people) person.learnStatus();
    this.changed();
  }

  #look(): LocalRoomView {
    return {
      isClosed: this.#closedAt !== null,
      people: this.people.map((person) => person.view()),
      card: this.#card.card,
      version: this.#version,
    };
  }
}
