import { ChevronDown } from "lucide-react";
import type { Question } from "@karst/client";
import styles from "./FaqList.module.css";

/** FaqList that open to their answers, one at a time; the browser's own, so they work without scripts. */
export function FaqList({ questions }: { questions: Question[] }) {
  return (
    <div className={styles.questions}>
      {questions.map(({ question, answer }, at) => (
        <details key={at} name="questions">
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
