import { RootEntry } from "@/components/auth/root-entry";
import { LoadingScreen } from "@/components/shell/loading-screen";

export default function EntryPage() {
  return (
    <RootEntry>
      <LoadingScreen />
    </RootEntry>
  );
}
