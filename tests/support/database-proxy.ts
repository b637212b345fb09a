import { once } from "node:events";
import net from "node:net";
import { Transform } from "node:stream";

/** Stands between a client and its server, such as a database, which can then go away, or come back on another port. */
export type DatabaseProxy = {
  /** The database's address through the proxy. */
  url: string;
  /** Ends every connection and refuses new ones. */
  cut: () => void;
  /** Keeps connections open and passes nothing on, as a server that hangs. */
  freeze: () => void;
  thaw: () => void;
  /** Everything takes so much longer, both ways; 0: no longer. */
  slow: (ms: number) => void;
  /** Takes connections again, to that address if there is a new one. */
  mend: (target?: string) => void;
  close: () => void;
};

/** Passes on each piece after a while, in their order. */
function late(ms: () => number): Transform {
  return new Transform({
    transform: (piece, _encoding, done) => {
      if (ms() === 0) done(null, piece);
      else setTimeout(() => done(null, piece), ms());
    },
  });
}

export async function startDatabaseProxy(target: string): Promise<DatabaseProxy> {
  let behind = new URL(target);
  let whole = true;
  let isFrozen = false;
  let delayMs = 0;
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    if (!whole) return void socket.destroy();
    const upstream = net.connect(Number(behind.port), behind.hostname);
    for (const [end, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(end);
      end.on("error", () => undefined);
      end.on("close", () => {
        sockets.delete(end);
        other.destroy();
      });
      end.pipe(late(() => delayMs)).pipe(other);
      if (isFrozen) end.pause();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as net.AddressInfo).port);
  const cut = () => {
    whole = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw: () => {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    slow: (ms) => (delayMs = ms),
    mend: (next) => {
      if (next) behind = new URL(next);
      whole = true;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
