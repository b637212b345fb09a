import http from "node:http";

/** Passes a request on as `options` say, and the answer back. */
export function passOn(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  ...options: [http.RequestOptions] | [string, http.RequestOptions]
): void {
  const answered = (answer: http.IncomingMessage) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  };
  const upstream =
    options.length === 1 ? http.request(options[0], answered) : http.request(...options, answered);
  upstream.on("error", () => response.destroy());
  response.on("close", () => upstream.destroy());
  request.pipe(upstream);
}
