"use client";

import { Component, lazy, Suspense, type ComponentProps, type ReactNode } from "react";
import { useInView } from "@karst/web/inView";
import styles from "./LocationMapFrame.module.css";
import { t } from "@/messages/mapFrame.gen";
import { DataSaverGate } from "./DataSaverGate";

const LocationMap = lazy(async () => ({ default: (await import("./LocationMap")).LocationMap }));

/** A frame of the map's size that loads the map when it comes near the viewport. */
export function LocationMapFrame(props: ComponentProps<typeof LocationMap>) {
  const [frame, isNear] = useInView<HTMLDivElement>("300px");
  const placeholder = <p className={styles.note}>{t("loading")}</p>;
  return (
    <div ref={frame} className={`${styles.frame} needs-scripts no-print`} data-map>
      <MapErrorBoundary>
        <DataSaverGate>
          <Suspense fallback={placeholder}>
            {!isNear ? (
              placeholder
            ) : isSandboxed() ? (
              <p className={styles.note}>{t("notInFrame")}</p>
            ) : (
              <LocationMap {...props} />
            )}
          </Suspense>
        </DataSaverGate>
      </MapErrorBoundary>
    </div>
  );
}

/** Whether this is the frame of a preview, in which the browser allows the worker of the map no access to its file. */
const isSandboxed = () => globalThis.origin === "null";

/** If the code of the map does not load, the page keeps working. */
class MapErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <p className={styles.note}>{t("unavailable")}</p> : this.props.children;
  }
}
