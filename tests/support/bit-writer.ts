/** Writes bits as deflate does: numbers lowest bit first, codes highest bit first. */
export function bitWriter() {
  const written: number[] = [];
  let count = 0;

  function push(bit: number): void {
    if (count % 8 === 0) written.push(0);
    written[written.length - 1]! |= (bit & 1) << (count % 8);
    count++;
  }

  const writer = {
    bits(value: number, length: number) {
      for (let i = 0; i < length; i++) push(value >> i);
      return writer;
    },
    code(value: number, length: number) {
      for (let i = length - 1; i >= 0; i--) push(value >> i);
      return writer;
    },
    /** What was written, filled up with zeros to at least `minimum` bytes. */
    bytes(minimum = 0) {
      const padding = Math.max(0, minimum - written.length);
      return new Uint8Array([...written, ...new Uint8Array(padding)]);
    },
  };
  return writer;
}
