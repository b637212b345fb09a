/**
 * The app's file system for its workers: each asks the page over a port.
 *
 * Trust model: a worker runs the app's own code, as the page does. What it asks for is what the page can do to its files.
 */
import type { Failure } from "@/lib/sandbox/frame/inside/shared/database-calls";
import type { FileService } from "@/lib/sandbox/frame/inside/shared/file-service";

type Method = keyof FileService;
const METHODS: readonly Method[] = ["open", "list", "remove", "move", "read", "lock", "write", "unlock"];

interface FileCall {
  id: number;
  method: Method;
  args: unknown[];
}
type FileAnswer = { id: number; value?: unknown; error?: Failure };

/** @returns what to call when the worker has ended */
export function serveFiles(
  service: FileService,
  port: MessagePort,
  later: (work: () => void) => void,
): () => void {
  const locks = new Set<number>();
  let isEnded = false;
  const answer = async ({ id, method, args }: FileCall): Promise<FileAnswer> => {
    try {
      if (!METHODS.includes(method)) throw new TypeError(`There is no method ${String(method)}.`);
      const run = service[method] as (...args: unknown[]) => Promise<unknown>;
      const value = await run.apply(service, args);
      if (method === "lock") locks.add((value as { id: number }).id);
      if (method === "unlock") locks.delete(args[0] as number);
      return { id, value };
    } catch (error) {
      const { name, message } = error as Error;
      return { id, error: { name, message } };
    }
  };
  const release = (): void => {
    for (const lock of locks) void service.unlock(lock);
  };
  port.onmessage = async ({ data }: MessageEvent<FileCall>) => {
    const answered = await answer(data);
    if (isEnded) release();
    else port.postMessage(answered);
  };
  return () => {
    // What the worker flushed before its end is still to be heard, and needs its locks.
    later(() => {
      isEnded = true;
      port.close();
      release();
    });
  };
}

export function connectFiles(port: MessagePort): FileService {
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  port.onmessage = ({ data: { id, value, error } }: MessageEvent<FileAnswer>) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(asError(error));
    else call?.resolve(value as never);
  };
  const ask =
    (method: Method) =>
    (...args: unknown[]): Promise<never> =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        port.postMessage({ id: lastId, method, args } satisfies FileCall);
      });
  return Object.fromEntries(METHODS.map((method) => [method, ask(method)])) as unknown as FileService;
}

const asError = ({ name, message }: Failure): Error =>
  name === "TypeError" ? new TypeError(message) : new DOMException(message, name);
