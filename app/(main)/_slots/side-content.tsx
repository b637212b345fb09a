"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";

const SideSections = dynamic(() => import("./side-sections").then((module) => module.SideSections), {
  ssr: false,
});

/** The same breakpoint as in shell.css. */
const WIDE = "(min-width: 1200px)";

/** The right column on wide windows. Its space is reserved from the start, so nothing shifts when the content loads. */
export function SideContent({ meId }: { meId: string }) {
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const query = matchMedia(WIDE);
    const read = () => setWide(query.matches);
    read();
    query.addEventListener("change", read);
    return () => query.removeEventListener("change", read);
  }, []);
  return <div className="side-column">{isWide && <SideSections meId={meId} />}</div>;
}
