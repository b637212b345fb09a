import { refuse } from "./package-error";
import { checkExtraFields, sameBytes } from "./zip-extra";
import * as zip from "./zip-format";
import type { CentralEntry } from "./zip-structure";

/**
 * Checks that the entries follow one another without a gap from the first byte to the directory, each with a header that
 * agrees with the directory. Overlaps make a zip bomb of a small archive; gaps hide a second archive.
 * @returns the offset of each entry's data, in the order of `central`.
 * @throws PackageError
 */
export function checkLayout(
  bytes: Uint8Array,
  view: DataView,
  central: readonly CentralEntry[],
  directoryAt: number,
): number[] {
  const dataAt = new Array<number>(central.length).fill(0);
  const inOrder = central.map((_, index) => index).sort((a, b) => central[a]!.localAt - central[b]!.localAt);

  let expected = 0;
  inOrder.forEach((index, position) => {
    const entry = central[index]!;
    const { label, localAt } = entry;
    if (localAt < expected) throw refuse("entries_overlap", { entry: label });
    if (localAt > expected) {
      const count = localAt - expected;
      if (localAt >= directoryAt) throw refuse("entry_outside_archive", { entry: label });
      throw position === 0
        ? refuse("bytes_before_archive", { count })
        : refuse("hidden_bytes", { entry: label, count });
    }
    const next = inOrder[position + 1];
    const nextAt = next === undefined ? directoryAt : Math.min(central[next]!.localAt, directoryAt);

    const data = checkLocalHeader(bytes, view, entry, directoryAt);
    const dataEnd = data + entry.packedSize;
    if (dataEnd > directoryAt) throw refuse("entry_outside_archive", { entry: label });
    if (dataEnd > nextAt) throw refuse("entries_overlap", { entry: central[next ?? index]!.label });
    expected = dataEnd + checkDescriptor(view, entry, dataEnd, nextAt);
    dataAt[index] = data;
  });
  if (expected < directoryAt)
    throw refuse("hidden_bytes", { entry: "the directory", count: directoryAt - expected });
  return dataAt;
}

/** @returns the offset of the data. */
export function checkLocalHeader(
  bytes: Uint8Array,
  view: DataView,
  entry: CentralEntry,
  directoryAt: number,
): number {
  const { label, localAt } = entry;
  const nameAt = localAt + zip.LOCAL_BYTES;
  if (nameAt > directoryAt || view.getUint32(localAt, true) !== zip.LOCAL_SIGNATURE) {
    throw refuse("local_header_missing", { entry: label });
  }
  const local = zip.readSharedFields(view, localAt + zip.LOCAL_SHARED_AT);
  const extraAt = nameAt + local.nameLength;
  const data = extraAt + local.extraLength;
  if (data > directoryAt) throw refuse("entry_outside_archive", { entry: label });

  const differs = (field: string) => refuse("local_header_differs", { entry: label, field });
  if (!sameBytes(bytes.subarray(nameAt, extraAt), entry.name)) throw differs("name");
  if (local.flags !== entry.flags) throw differs("flags");
  if (local.method !== entry.method) throw differs("method");
  if (local.versionNeeded > zip.VERSION_NEEDED_MAX) throw differs("version");
  // A packer that streams writes 0 here and the values after the data, where they are checked.
  const deferred = (entry.flags & zip.FLAG_DESCRIPTOR) !== 0;
  const agrees = (here: number, there: number) => here === there || (deferred && here === 0);
  if (!agrees(local.crc, entry.crc)) throw differs("checksum");
  if (!agrees(local.packedSize, entry.packedSize)) throw differs("packed size");
  if (!agrees(local.size, entry.size)) throw differs("size");
  checkExtraFields(bytes.subarray(extraAt, data), entry.name, label);
  return data;
}

/** The data descriptor, if the flags announce one. It reaches to the next entry. @returns its length */
function checkDescriptor(view: DataView, entry: CentralEntry, at: number, nextAt: number): number {
  if ((entry.flags & zip.FLAG_DESCRIPTOR) === 0) return 0;
  const length = nextAt - at;
  if (length !== zip.DESCRIPTOR_BYTES && length !== zip.SIGNED_DESCRIPTOR_BYTES) {
    throw refuse("data_descriptor", { entry: entry.label });
  }
  const signed = length === zip.SIGNED_DESCRIPTOR_BYTES;
  const fieldsAt = signed ? at + 4 : at;
  // A reader that streams would take a checksum that looks like the signature for the signature.
  const hasSignature = view.getUint32(at, true) === zip.DESCRIPTOR_SIGNATURE;
  const isValid =
    hasSignature === signed &&
    view.getUint32(fieldsAt, true) === entry.crc &&
    view.getUint32(fieldsAt + 4, true) === entry.packedSize &&
    view.getUint32(fieldsAt + 8, true) === entry.size;
  if (!isValid) throw refuse("data_descriptor", { entry: entry.label });
  return length;
}
