import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Value = { stringValue?: string; intValue?: number; boolValue?: boolean };
type Exported = {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] };
    scopeSpans: {
      scope: { name: string };
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        kind: number;
        attributes: { key: string; value: Value }[];
      }[];
    }[];
  }[];
};

export type CollectedSpan = {
  service: string;
  scope: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  attributes: Record<string, unknown>;
};

const valuesOf = (attributes: { key: string; value: Value }[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** An OTLP/HTTP collector that reads JSON. `hung`: it takes connections and answers nothing. */
export async function startCollector({ hung = false } = {}) {
  const bodies: string[] = [];
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    if (hung) return;
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      if (request.url === "/v1/traces") bodies.push(text);
      response.setHeader("content-type", "application/json");
      response.end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    /** Everything that was sent. */
    text: () => bodies.join("\n"),
    spans: (): CollectedSpan[] =>
      bodies
        .flatMap((body) => (JSON.parse(body) as Exported).resourceSpans)
        .flatMap(({ resource, scopeSpans }) =>
          scopeSpans.flatMap(({ scope, spans }) =>
            spans.map(({ traceId, spanId, parentSpanId, name, attributes }) => ({
              service: String(valuesOf(resource.attributes)["service.name"]),
              scope: scope.name,
              traceId,
              spanId,
              parentSpanId,
              name,
              attributes: valuesOf(attributes),
            })),
          ),
        ),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
