import { useEffect, useRef } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

interface JsonRows<Rows extends FieldValues> {
  /** The JSON that the form of the record holds. */
  json: string;
  onChange: (json: string) => void;
  /** The rows in the JSON. Must be the same function each time, as `write`. */
  read: (json: string) => Rows;
  write: (rows: Rows) => string;
}

/** Writes changes of the rows in `form` to the JSON, and other changes of the JSON to the rows. */
export function useJsonRows<Rows extends FieldValues>(
  form: UseFormReturn<Rows>,
  { json, onChange, read, write }: JsonRows<Rows>,
) {
  const written = useRef(json);
  useEffect(() => {
    // Text that was typed, a draft or another editor's version replaces the rows.
    if (json === written.current) return;
    written.current = json;
    form.reset(read(json));
  }, [json, form, read]);
  useEffect(() => {
    const { unsubscribe } = form.watch(() => {
      const next = write(form.getValues());
      // The JSON keeps its formatting until a row changes.
      if (next === write(read(written.current))) return;
      written.current = next;
      onChange(next);
    });
    return unsubscribe;
  }, [form, onChange, read, write]);
}
