import type { ReactNode } from "react";
import { illustrationPath } from "@/lib/paths";
import type { SceneKind } from "@/illustrations/kinds";
import { Image } from "@/ui/Image";
import styles from "./PageHeader.module.css";

/** How a standing page begins: its title and what it is about, beside a drawn scene. */
export function Opening({
  title,
  intro,
  scene,
  children,
}: {
  title: string;
  intro?: string;
  scene: SceneKind;
  children?: ReactNode;
}) {
  return (
    <header className={styles.opening}>
      <div className={styles.words}>
        <h1>{title}</h1>
        {intro && <p>{intro}</p>}
        {children}
      </div>
      <div className={styles.frame}>
        <Image sources={[illustrationPath(scene, SEED)]} alt="" sizes="100vw" isPriority />
      </div>
    </header>
  );
}

/** One picture for each kind: the pages differ by their kinds. */
const SEED = 45;
