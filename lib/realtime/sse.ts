/** One event of a server-sent event stream. */
export type RawEvent = { id: string | null; data: string };

/**
 * Reads server-sent events piece by piece.
 * @param onEvent called for each whole event; comments are heartbeats and carry nothing
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
