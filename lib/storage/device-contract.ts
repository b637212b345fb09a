/**
 * What an account knows of databases that are too large for it: on which of the person's devices they are, and how large.
 * The entry is among the app's values, under a key that `gum.storage` does not expose.
 */
import { z } from "zod";
import { deviceOf, WRITER_PATTERN, type Device } from "./rules";

export const DEVICES_KEY = "\u0000device";

const devicesSchema = z
  .array(z.object({ writer: z.string().regex(WRITER_PATTERN), bytes: z.int().positive() }))
  .max(50);
export type KeptOnDevice = z.infer<typeof devicesSchema>[number];

/** The value is an app's: it may be anything. */
export function parseDevices(value: string | undefined): KeptOnDevice[] {
  try {
    return devicesSchema.parse(JSON.parse(value ?? "[]"));
  } catch {
    return [];
  }
}

/** `writer` identifies the browser. */
export type DeviceUse = { device: Device | null; writer: string; bytes: number };

export function deviceUse({ writer, bytes }: KeptOnDevice): DeviceUse {
  return { device: deviceOf(writer), writer, bytes };
}
