import { create } from "zustand";
import type { AppAddress } from "@/lib/shared/run-address";

/** By run key: what the last address that brought the person here says to the app. */
export const useAddressStore = create<Readonly<Record<string, AppAddress | null>>>()(() => ({}));

export function setAddress(key: string, address: AppAddress | null): void {
  useAddressStore.setState({ [key]: address });
}
