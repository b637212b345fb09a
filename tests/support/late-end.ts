import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Passes requests on to `origin`; documents stop before `mark` until `come` is called.
 * @returns `url`, where the documents come in two parts
 */
export async function holdEnd(
  origin: string,
  mark: string,
): Promise<{ url: string; come: () => void; close: () => void }> {
  let come = () => {};
  const rest = new Promise<void>((resolve) => (come = resolve));
  const server = http.createServer(async (request, response) => {
    const headers = { ...(request.headers as Record<string, string>), "accept-encoding": "identity" };
    const upstream = http.get(origin + request.url!, { headers });
    const [answer] = (await once(upstream, "response")) as [http.IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const end = answer.headers["content-type"]?.startsWith("text/html") ? body.indexOf(mark) : 0;
    response.writeHead(answer.statusCode!, answer.headers);
    if (end > 0) {
      response.write(body.subarray(0, end));
      await rest;
    }
    response.end(body.subarray(Math.max(0, end)));
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    come: () => come(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
