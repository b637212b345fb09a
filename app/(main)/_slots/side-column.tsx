"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { CodeBoundary } from "@/components/ui/code-boundary";

const Content = dynamic(() => import("./side-content").then((module) => module.SideContent), { ssr: false });

/** As in shell.css. */
const WIDE = "(min-width: 1200px)";

/** Beside the pages of one column on a wide window: the room is there from the start, what is in it loads after the page. */
export function SideColumn({ meId }: { meId: string }) {
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const query = matchMedia(WIDE);
    const read = () => setWide(query.matches);
    read();
    query.addEventListener("change", read);
    return () => query.removeEventListener("change", read);
  }, []);
  return (
    <div className="side-column">
      <CodeBoundary>{isWide && <Content meId={meId} />}</CodeBoundary>
    </div>
  );
}
