"use client";

import { Component, lazy, Suspense, type ComponentProps, type ReactNode } from "react";
import { useInView } from "@/ui/useInView";
import styles from "./LocationMapFrame.module.css";
import { mapTexts } from "@/texts/map";
import { UnlessSparing } from "./DataSaverGate";

const SpotMap = lazy(async () => ({ default: (await import("./LocationMap")).SpotMap }));

/** A frame of the map's size, into which the map is loaded when it comes near the screen. */
export function SpotFrame(props: ComponentProps<typeof SpotMap>) {
  const [frame, isNear] = useInView<HTMLDivElement>("300px");
  const waiting = <p className={styles.note}>{mapTexts.loading}</p>;
  return (
    <div ref={frame} className={styles.frame} data-map>
      <Unavailable>
        <UnlessSparing>
          <Suspense fallback={waiting}>{isNear ? <SpotMap {...props} /> : waiting}</Suspense>
        </UnlessSparing>
      </Unavailable>
    </div>
  );
}

/** A map whose code does not arrive leaves a sentence behind, not an error page. */
class Unavailable extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <p className={styles.note}>{mapTexts.unavailable}</p> : this.props.children;
  }
}
