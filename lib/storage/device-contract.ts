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

const deviceUseSchema = z.object({
  device: z.enum(["phone", "tablet", "computer"]).nullable(),
  /** The browser, which knows itself by it. */
  writer: z.string(),
  bytes: z.number(),
});
export type DeviceUse = z.infer<typeof deviceUseSchema>;

export function deviceUse({ writer, bytes }: KeptOnDevice): DeviceUse {
  const device: Device | null = deviceOf(writer);
  return { device, writer, bytes };
}
