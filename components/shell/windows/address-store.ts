import { create } from "zustand";
import type { AppAddress } from "@/lib/shared/run-address";

/** By run key: the fragment and query for the app from the latest URL that brought the person here. */
export const useAddressStore = create<Readonly<Record<string, AppAddress | null>>>()(() => ({}));

export function setAddress(key: string, address: AppAddress | null): void {
  useAddressStore.setState({ [key]: address });
}
