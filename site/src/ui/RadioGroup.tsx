import { useId, type ComponentProps, type ReactNode } from "react";
import field from "./Field.module.css";
import styles from "./RadioGroup.module.css";

type Choice = { value: string; label: ReactNode };
type Props = {
  legend: string;
  /** Why the choice is not taken, or that there is none. */
  error?: string;
  choices: readonly Choice[];
  /** What each of the radio buttons inputProps, its name among it. */
  input: Omit<ComponentProps<"input">, "type" | "value">;
};

/** One of a few, all of them in sight. */
export function RadioGroup({ legend, error, choices, input }: Props) {
  const id = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      <div className={styles.row}>
        {choices.map(({ value, label }) => (
          <label key={value} className={styles.choice}>
            <input
              {...input}
              type="radio"
              value={value}
              aria-invalid={error !== undefined || undefined}
              // Read with the button that has the focus, as a text field's fault is.
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
