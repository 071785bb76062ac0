import type { MessageResponse } from "@karst/client";
import { EditInDialog } from "../form/EditRecord";
import { RecordDialog } from "../form/RecordDialog";
import { t } from "../messages/contact.gen";
import { Message } from "./Message";

/** A message in a dialog over the list, at `/contact/{id}`. */
export function MessageDialog() {
  return (
    <RecordDialog list="/contact" maxWidth="md">
      {(id, close) => (
        <EditInDialog<MessageResponse>
          key={id}
          resource="contact"
          id={Number(id)}
          title={t("message")}
          words={{ loading: t("loadingOne"), failed: t("failed.fetch") }}
          heights={[240]}
          onClose={close}
        >
          {(message) => <Message message={message} onClose={close} />}
        </EditInDialog>
      )}
    </RecordDialog>
  );
}
