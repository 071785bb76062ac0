import { useId, type ComponentProps, type ReactNode } from "react";
import styles from "./Field.module.css";

type Props = { label: string; hint?: string; error?: string };

type FieldProps = Props & {
  /** Renders the control with these props. */
  children: (inputProps: {
    id: string;
    className: string | undefined;
    "aria-describedby": string | undefined;
    "aria-invalid": boolean;
  }) => ReactNode;
};

/** A labeled control with its hint, which an error replaces. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const help = error ?? hint;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: styles.input,
        "aria-describedby": help ? `${id}-help` : undefined,
        "aria-invalid": error !== undefined,
      })}
      {help && (
        <p id={`${id}-help`} className={error ? styles.error : styles.hint}>
          {help}
        </p>
      )}
    </div>
  );
}

/** A labeled input; the other props are those of the input. */
export function InputField({ label, hint, error, ...input }: Props & ComponentProps<"input">) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(inputProps) => <input {...input} {...inputProps} />}
    </Field>
  );
}
