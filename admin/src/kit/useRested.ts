import { useEffect, useState } from "react";

/** The value once it has not changed for `rest_ms`: delays requests until the user pauses typing. */
export function useRested<Value>(value: Value, rest_ms = 300): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), rest_ms);
    return () => clearTimeout(timer);
  }, [value, rest_ms]);
  return rested;
}
