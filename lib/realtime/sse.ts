export type RawEvent = { id: string | null; data: string };

/**
 * An incremental parser of server-sent events. EventSource would hide HTTP errors and heartbeats.
 * @param onEvent called for each complete event; comments (heartbeats) are ignored
 */
export function sseParser(onEvent: (event: RawEvent) => void): (text: string) => void {
  let buffer = "";
  return (text) => {
    buffer += text.replaceAll("\r\n", "\n");
    for (let end = buffer.indexOf("\n\n"); end >= 0; end = buffer.indexOf("\n\n")) {
      const block = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      let id: string | null = null;
      const data: string[] = [];
      for (const line of block.split("\n")) {
        const colon = line.indexOf(":");
        if (colon <= 0) continue;
        const value = line.slice(colon + 1).replace(/^ /, "");
        if (line.startsWith("id:")) id = value;
        if (line.startsWith("data:")) data.push(value);
      }
      if (data.length > 0) onEvent({ id, data: data.join("\n") });
    }
  };
}
