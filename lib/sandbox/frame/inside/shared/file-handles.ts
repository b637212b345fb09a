/** The interfaces of the app's file system (OPFS): what works for the objects that the app has. */
import { typeOfFile } from "@/lib/sandbox/frame/inside/paths";
import type { FileKind, FilePath, FileService } from "@/lib/sandbox/frame/inside/shared/file-service";
import {
  AccessState,
  openAccess,
  openWritable,
  WritableState,
} from "@/lib/sandbox/frame/inside/shared/file-streams";

export interface FileInterface {
  name: string;
  parent: string | null;
  Ours: { prototype: object };
  /** @throws TypeError for what is no object of the interface */
  stateOf: (instance: unknown) => object;
}

export interface FileSystem {
  /** In the order in which they inherit. */
  interfaces: readonly FileInterface[];
  /** Of the interfaces, as they are in this realm. */
  prototypes: Map<string, object>;
  root(): object;
}

class Handle {
  readonly #kind: FileKind;
  readonly system: OpenSystem;
  path: FilePath;

  constructor(system: OpenSystem, kind: FileKind, path: FilePath) {
    this.system = system;
    this.#kind = kind;
    this.path = path;
  }

  get kind(): FileKind {
    return this.#kind;
  }

  get name(): string {
    return this.path.at(-1) ?? "";
  }

  async isSameEntry(other: unknown): Promise<boolean> {
    const { kind, path } = this.system.handleOf(other);
    return kind === this.kind && path.join("/") === this.path.join("/");
  }

  async queryPermission(): Promise<PermissionState> {
    return "granted";
  }

  remove({ recursive = false } = {}): Promise<void> {
    return this.system.service.remove(this.path, recursive);
  }

  async requestPermission(): Promise<PermissionState> {
    return "granted";
  }
}

class FileHandle extends Handle {
  async createWritable(options: object = {}): Promise<object> {
    const state = await openWritable(this.system.service, this.path, options);
    return this.system.adopt("FileSystemWritableFileStream", state, state.stream);
  }

  async getFile(): Promise<File> {
    const { bytes, lastModified } = await this.system.service.read(this.path);
    const type = typeOfFile(this.name);
    return new File([bytes], this.name, {
      lastModified,
      type: type === "application/octet-stream" ? "" : type,
    });
  }

  async move(target: unknown, name: unknown = this.name): Promise<void> {
    const folder = typeof target === "object" ? this.system.handleOf(target).path : this.path.slice(0, -1);
    const to = [...folder, checkedName(typeof target === "object" ? name : target)];
    await this.system.service.move(this.path, to);
    // The handle goes along.
    this.path = to;
  }

  async createSyncAccessHandle(options: object = {}): Promise<object> {
    const state = await openAccess(this.system.service, this.path, options);
    return this.system.adopt("FileSystemSyncAccessHandle", state);
  }
}

class DirectoryHandle extends Handle {
  getDirectoryHandle(name: unknown, { create = false } = {}): Promise<object> {
    return this.#open("directory", arguments.length === 0 ? "" : name, create);
  }

  getFileHandle(name: unknown, { create = false } = {}): Promise<object> {
    return this.#open("file", arguments.length === 0 ? "" : name, create);
  }

  async removeEntry(name: unknown, { recursive = false } = {}): Promise<void> {
    await this.system.service.remove([...this.path, checkedName(name)], recursive);
  }

  async resolve(descendant: unknown): Promise<string[] | null> {
    const { path } = this.system.handleOf(descendant);
    const isBelow = this.path.every((name, at) => path[at] === name);
    return isBelow ? path.slice(this.path.length) : null;
  }

  entries(): object {
    return this.#iterate((name, kind) => [name, this.system.handle([...this.path, name], kind)]);
  }

  keys(): object {
    return this.#iterate((name) => name);
  }

  values(): object {
    return this.#iterate((name, kind) => this.system.handle([...this.path, name], kind));
  }

  async #open(kind: FileKind, given: unknown, creates: boolean): Promise<object> {
    const path = [...this.path, checkedName(given)];
    await this.system.service.open(path, kind, creates);
    return this.system.handle(path, kind);
  }

  #iterate<T>(item: (name: string, kind: FileKind) => T): object {
    let at = 0;
    let listed: Promise<[name: string, kind: FileKind][]> | null = null;
    return new EntryIterator(async () => {
      const entries = await (listed ??= this.system.service.list(this.path));
      const entry = entries[at];
      at += 1;
      return entry ? { done: false, value: item(...entry) } : { done: true, value: undefined };
    });
  }
}

class EntryIterator {
  readonly #next: () => Promise<unknown>;

  constructor(next: () => Promise<unknown>) {
    this.#next = next;
  }

  next(): Promise<unknown> {
    return this.#next();
  }
}
const { prototype: generator } = async function* () {};
Object.setPrototypeOf(
  EntryIterator.prototype,
  Object.getPrototypeOf(Object.getPrototypeOf(generator) as object) as object,
);
Object.defineProperty(EntryIterator.prototype, Symbol.toStringTag, {
  value: "FileSystemDirectoryHandle AsyncIterator",
  configurable: true,
});

/** @throws TypeError */
function checkedName(given: unknown): string {
  const name = String(given);
  if (name === "" || name === "." || name === ".." || /[/\\]/.test(name))
    throw new TypeError("Name is not allowed.");
  return name;
}

class OpenSystem implements FileSystem {
  readonly service: FileService;
  readonly prototypes = new Map<string, object>();
  readonly #states = new WeakMap<object, object>();
  readonly interfaces: readonly FileInterface[];

  constructor(service: FileService) {
    this.service = service;
    const stateOf =
      (State: abstract new (...given: never[]) => object) =>
      (instance: unknown): object => {
        const state = this.#states.get(instance as object);
        if (!(state instanceof State)) throw new TypeError("Illegal invocation");
        return state;
      };
    const of = (
      name: string,
      parent: string | null,
      State: (abstract new (...given: never[]) => object) & { prototype: object },
    ): FileInterface => ({ name, parent, Ours: State, stateOf: stateOf(State) });
    this.interfaces = [
      of("FileSystemHandle", null, Handle),
      of("FileSystemFileHandle", "FileSystemHandle", FileHandle),
      of("FileSystemDirectoryHandle", "FileSystemHandle", DirectoryHandle),
      of("FileSystemWritableFileStream", "WritableStream", WritableState),
      of("FileSystemSyncAccessHandle", null, AccessState),
    ];
  }

  root(): object {
    return this.handle([], "directory");
  }

  handle(path: FilePath, kind: FileKind): object {
    return kind === "file"
      ? this.adopt("FileSystemFileHandle", new FileHandle(this, kind, path))
      : this.adopt("FileSystemDirectoryHandle", new DirectoryHandle(this, kind, path));
  }

  /** @returns an object of the interface for which the state works */
  adopt(name: string, state: object, instance: object = {}): object {
    Object.setPrototypeOf(instance, this.prototypes.get(name)!);
    this.#states.set(instance, state);
    return instance;
  }

  /** @throws TypeError */
  handleOf(instance: unknown): Handle {
    const state = this.#states.get(instance as object);
    if (!(state instanceof Handle)) throw new TypeError("parameter 1 is not of type 'FileSystemHandle'.");
    return state;
  }
}

export const openFileSystem = (service: FileService): FileSystem => new OpenSystem(service);
