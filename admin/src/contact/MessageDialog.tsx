import type { MessageResponse } from "@karst/client";
import { EditInDialog } from "../form/EditInDialog";
import { RecordDialog } from "../form/RecordDialog";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/contact.gen";
import { Message } from "./Message";
import { TITLE_ID } from "./titleId";

/** A message in a dialog over the list, at `/contact/{id}`. */
export function MessageDialog() {
  return (
    <RecordDialog list="/contact" titleId={TITLE_ID} maxWidth="md">
      {(id, close) => (
        <EditInDialog<MessageResponse>
          key={id}
          resource="contact"
          id={Number(id)}
          titleId={TITLE_ID}
          title={t("message")}
          words={{ loading: t("loadingOne"), failed: t("failed.fetch"), cancel: tCommon("close") }}
          heights={[240]}
          onClose={close}
        >
          {(message) => <Message message={message} onClose={close} />}
        </EditInDialog>
      )}
    </RecordDialog>
  );
}
