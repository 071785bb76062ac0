import { useEffect, useState } from "react";

/** The time, in milliseconds, read anew every `every_ms`: for what changes by the clock alone. */
export function useNow(every_ms: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every_ms);
    return () => clearInterval(timer);
  }, [every_ms]);
  return now;
}
