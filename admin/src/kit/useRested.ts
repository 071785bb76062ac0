import { useEffect, useState } from "react";

/** A value once it has been the same for a while: for what is asked of the server while somebody types. */
export function useRested<Value>(value: Value, rest_ms = 300): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), rest_ms);
    return () => clearTimeout(timer);
  }, [value, rest_ms]);
  return rested;
}
