/** Text files among files in memory. */
export type FilesInMemory = ReadonlyMap<string, Uint8Array>;

const TEXT_FILE = /\.(html?|css|m?js|cjs|jsx|m?tsx?|json|md|txt|svg|csv|xml|glsl|vert|frag|webmanifest)$/i;

export function isTextFile(path: string): boolean {
  return TEXT_FILE.test(path);
}

export function textOf(files: FilesInMemory, path: string): string {
  return new TextDecoder().decode(files.get(path));
}

export function withText(files: FilesInMemory, path: string, text: string): FilesInMemory {
  return new Map(files).set(path, new TextEncoder().encode(text));
}
