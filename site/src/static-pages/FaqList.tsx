import { ChevronDown } from "lucide-react";
import type { Question } from "@karst/client";
import styles from "./FaqList.module.css";

/** Questions whose answers open one at a time. They use `<details>`, so they work without scripts (R119). */
export function FaqList({ questions }: { questions: Question[] }) {
  return (
    <div className={styles.questions}>
      {questions.map(({ question, answer }, index) => (
        <details key={index} name="questions">
          <summary>
            <h3>{question}</h3>
            <ChevronDown size={20} aria-hidden />
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  );
}
