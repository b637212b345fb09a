import type { Metadata } from "next";
import { TrialStage } from "@/components/apps/trial-stage";
import { Messages } from "@/components/shell/messages";

export const metadata: Metadata = { robots: { index: false, follow: false } };

/** Where a browser of the server opens an app before it is published. For everybody else, an empty page. */
export default function TrialPage() {
  return (
    <Messages of={["sandbox"]}>
      <TrialStage />
    </Messages>
  );
}
