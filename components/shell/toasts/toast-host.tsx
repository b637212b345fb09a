"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { onToastWaiting, showToastAfterLoad } from "@/components/ui/toast";

const ToastStack = dynamic(() => import("./toast-stack").then((module) => module.ToastStack), { ssr: false });

/** Stands in every page; the toaster's code comes when somebody first has something to say, or when the page is idle. */
export function ToastHost() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const idle = setTimeout(() => setWanted(true), 4_000);
    const stop = onToastWaiting(() => setWanted(true));
    showToastAfterLoad();
    return () => {
      clearTimeout(idle);
      stop();
    };
  }, []);
  return wanted && <ToastStack />;
}
