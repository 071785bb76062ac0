import type { ImportDecisionsRequest, ImportMapping, ImportResponse } from "@karst/client";
import { useState } from "react";
import { HttpError } from "react-admin";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/imports.gen";
import {
  applyImport,
  decideImportRows,
  deleteImport,
  undoImport,
  updateImportMapping,
} from "../resources/imports";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";
import { IMPORTS } from "./shape";

type Action = "map" | "decide" | "apply" | "undo" | "delete";

/** The actions of an import. Each resolves to whether it succeeded. */
export function useImportActions({ id, version }: Pick<ImportResponse, "id" | "version">) {
  const ask = useAsk();
  const renew = useRenew();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);

  async function run(action: Action, call: () => Promise<unknown>, done?: string): Promise<boolean> {
    setBusy(true);
    try {
      await ask(call);
      if (done) toast.done(done);
      return true;
    } catch (error) {
      if (error instanceof HttpError && error.status === 412) toast.note(t("failedTo.changed"));
      else toast.failed(t(`failedTo.${action}`), error);
      return false;
    } finally {
      setBusy(false);
      void renew([...IMPORTS]);
    }
  }

  return {
    isBusy,
    map: (mapping: ImportMapping) => run("map", () => updateImportMapping(id, mapping, version)),
    decide: (body: ImportDecisionsRequest) => run("decide", () => decideImportRows(id, body, version)),
    apply: (publishes: boolean) => run("apply", () => applyImport(id, publishes, version)),
    undo: () => run("undo", () => undoImport(id, version)),
    remove: () => run("delete", () => deleteImport(id, version), t("done.delete")),
  };
}

export type ImportActions = ReturnType<typeof useImportActions>;
