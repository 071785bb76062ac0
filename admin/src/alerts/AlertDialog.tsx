import type { AlertRequest, AlertResponse } from "@karst/client";
import { useState } from "react";
import { useZone } from "../audit/useZone";
import { ConflictDialog } from "../form/ConflictDialog";
import { EditInDialog, useCloseAfterSave } from "../form/EditRecord";
import { RecordDialog } from "../form/RecordDialog";
import { useCreating } from "../form/useCreating";
import { useEditing } from "../form/useEditing";
import { dateOfField } from "../kit/zone";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/alerts.gen";
import { t as tCommon } from "../messages/common.gen";
import { useRenew } from "../useRenew";
import { AlertForm } from "./AlertForm";
import { toRequest, toText, wordOf, type AlertText } from "./shape";
import type { NamedPlace } from "./TargetInput";

/** The queries that show alerts. */
const RENEWED = [["alerts", "getList"], ["businesses"]];

/** The form of an alert over the list, at `/alerts/create` and `/alerts/{id}`. */
export function AlertDialog() {
  return (
    <RecordDialog list="/alerts" maxWidth="sm">
      {(id, close) =>
        id === "create" ? (
          <AlertCreate places={[]} onClose={close} />
        ) : (
          <EditInDialog<AlertResponse>
            key={id}
            resource="alerts"
            id={Number(id)}
            title={t("edit")}
            words={{ loading: t("loadingOne"), failed: t("failed.fetch") }}
            heights={[44, 88, 44, 44, 44]}
            onClose={close}
          >
            {(alert) => <AlertEdit alert={alert} onClose={close} />}
          </EditInDialog>
        )
      }
    </RecordDialog>
  );
}

/** A new alert, about these places unless another target is chosen. */
export function AlertCreate({ places, onClose }: { places: readonly NamedPlace[]; onClose: () => void }) {
  const [start] = useState(() => toText({ placeIds: places.map(({ id }) => id) }));
  const renew = useRenew();
  const toast = useToast();
  const save = useCreating<AlertResponse, AlertRequest>({
    resource: "alerts",
    failed: t("failed.create"),
    onCreated: () => {
      toast.done(t("done.create"));
      void renew(...RENEWED);
      return onClose;
    },
  });
  return (
    <AlertForm
      title={t("add")}
      saveLabel={t("publish")}
      start={start}
      form="AlertRequest"
      known={places}
      save={save}
      onClose={onClose}
    />
  );
}

function AlertEdit({ alert, onClose }: { alert: AlertResponse; onClose: () => void }) {
  const renew = useRenew();
  const toast = useToast();
  const zone = useZone();
  const closeAfterSave = useCloseAfterSave(onClose);
  const { start, save, conflict } = useEditing<AlertResponse, AlertText, AlertRequest>({
    resource: "alerts",
    record: alert,
    toText,
    toForm: toRequest,
    failed: t("failed.update"),
    onSaved: () => {
      toast.done(t("done.update"));
      void renew(...RENEWED);
      closeAfterSave();
    },
  });
  const known = alert.placeNames.map((name, at) => ({ id: alert.placeIds[at]!, name }));
  return (
    <>
      <AlertForm
        title={t("edit")}
        saveLabel={tCommon("save")}
        start={start}
        form="AlertChanges"
        known={known}
        save={save}
        onClose={onClose}
      />
      <ConflictDialog
        title={t("conflict")}
        conflict={conflict}
        labelOf={(field) => t(`fields.${field}`)}
        wordOf={(field, text) => wordOf(field, text) ?? dateOfField(zone, field, text[field])}
      />
    </>
  );
}
