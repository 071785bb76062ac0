import { useId, type ComponentProps, type ReactNode } from "react";
import field from "./Field.module.css";
import styles from "./RadioGroup.module.css";

type Option = { value: string; label: ReactNode };
type Props = {
  legend: string;
  error?: string;
  options: readonly Option[];
  /** The props of each radio button, such as its name. */
  inputProps: Omit<ComponentProps<"input">, "type" | "value">;
};

export function RadioGroup({ legend, error, options, inputProps }: Props) {
  const id = useId();
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      <div className={styles.row}>
        {options.map(({ value, label }) => (
          <label key={value} className={styles.option}>
            <input
              {...inputProps}
              type="radio"
              value={value}
              aria-invalid={error !== undefined || undefined}
              // Read with the focused button, like the error of a text field.
              aria-describedby={error ? `${id}-help` : undefined}
            />
            {label}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-help`} className={field.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
