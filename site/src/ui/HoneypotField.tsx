import type { ComponentProps } from "react";

/** A field that people cannot reach: invisible, out of the tab order and hidden from screen readers. Bots fill it in. */
export function HoneypotField({ label, ...input }: { label: string } & ComponentProps<"input">) {
  return (
    // Not `display: none`, which some bots detect.
    <div className="visually-hidden" aria-hidden>
      <label>
        {label}
        <input {...input} type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
