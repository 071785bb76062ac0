import type { ReactNode } from "react";
import { illustrationPath, type SceneKind } from "@karst/web/illustrations";
import { field } from "@/preview/field";
import { Image } from "@/ui/Image";
import styles from "./PageHeader.module.css";

/** The header of a standing page: title and introduction beside an illustration. */
export function PageHeader({
  title,
  intro,
  introField = "intro",
  scene,
  children,
}: {
  title: string;
  intro?: string;
  /** The field of the introduction, for previews. */
  introField?: string;
  scene: SceneKind;
  children?: ReactNode;
}) {
  return (
    <header className={styles.header}>
      <div className={styles.text}>
        <h1 {...field("title")}>{title}</h1>
        {intro && <p {...field(introField)}>{intro}</p>}
        {children}
      </div>
      <div className={styles.frame}>
        <Image sources={[illustrationPath(scene, SEED)]} alt="" sizes="100vw" isPriority />
      </div>
    </header>
  );
}

/** The same seed for all pages: their illustrations differ by kind. */
const SEED = 45;
