/** `bytes` as text: "1.2 GB", "10 MB", "1.5 MB", "312 KB", "17 bytes". 1 KB is 1,024 bytes, as in the limits. */
export function byteSize(bytes: number): string {
  if (bytes >= 1024 ** 3) return `${trimZero(bytes / 1024 ** 3)} GB`;
  if (bytes >= 1024 * 1024) return `${trimZero(bytes / (1024 * 1024))} MB`;
  if (bytes >= 1024) return `${trimZero(bytes / 1024)} KB`;
  return `${bytes} bytes`;
}

/** Rounded up, so that a size above a limit never looks equal to it. */
function trimZero(value: number): string {
  return (Math.ceil(value * 100) / 100).toFixed(2).replace(/\.?0+$/, "");
}
