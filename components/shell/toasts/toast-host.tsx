"use client";

import { useEffect, useState } from "react";
import { lazyPart, soon } from "@/components/ui/lazy-part";
import { onToastWaiting, showToastAfterLoad } from "@/components/ui/toast";

const part = lazyPart<object>(() => import("./toast-stack").then((module) => module.ToastStack));

/** Stands in every page; the toaster's code comes when somebody first has something to say, or when the page is idle. */
export function ToastHost() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const idle = setTimeout(() => setWanted(true), 4_000);
    const stop = onToastWaiting(() => setWanted(true));
    soon(showToastAfterLoad);
    return () => {
      clearTimeout(idle);
      stop();
    };
  }, []);
  const Stack = part.use(wanted);
  return Stack && <Stack />;
}
