import { expect, test, vi } from "vitest";
import { FILES_ASKED_MAX } from "@/lib/sandbox/protocol/limits";
import { RemoteFiles } from "./remote-files";

test("files that the memory cannot hold fail as requests do, and leave their places", async () => {
  const files = new RemoteFiles(vi.fn());
  const names = Array.from({ length: 2 * FILES_ASKED_MAX }, (_, n) => `${n}.bin`);
  files.add(names.map((name) => [name, 2 ** 52, false, 0]));
  for (const name of [...names, ...names]) await expect(files.fetch(name)).rejects.toThrow(TypeError);
  await expect(files.stream(names[0]!, null)).rejects.toThrow("Failed to fetch");
  expect(files.has(names[0]!)).toBe(true);
});
