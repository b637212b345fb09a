import http from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface RangeServer {
  url: string;
  /** The first byte of each range that was asked for. */
  starts: number[];
  /** Answers that are neither complete nor given up. */
  open: Set<http.ServerResponse>;
}

/**
 * Serves a package by ranges for one test. It sends `perAnswer` bytes at most of each range, and then loses the connection, or waits.
 */
export async function serveRanges(
  file: Uint8Array,
  { sha256, perAnswer, then }: { sha256: string; perAnswer: number; then: "lose" | "wait" },
): Promise<RangeServer> {
  const starts: number[] = [];
  const open = new Set<http.ServerResponse>();
  const server = http.createServer((request, response) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range!)!;
    const [start, end] = [Number(from), Number(to) + 1];
    starts.push(start);
    open.add(response);
    response.on("close", () => open.delete(response));
    response.writeHead(206, {
      etag: `"${sha256}"`,
      "content-length": end - start,
      "content-range": `bytes ${start}-${end - 1}/${file.length}`,
    });
    if (end - start <= perAnswer) return void response.end(file.subarray(start, end));
    response.write(file.subarray(start, start + perAnswer), () => {
      if (then === "lose") response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, starts, open };
}
