import type { MessageResponse } from "@karst/client";
import { EditInDialog } from "../form/EditInDialog";
import { RecordDialog } from "../form/RecordDialog";
import { Message } from "./Message";
import { TITLE_ID } from "./titleId";
import { words } from "./words";

/** A message over the list, while the address names one: `/contact/{id}`. */
export function MessageDialog() {
  return (
    <RecordDialog list="/contact" titleId={TITLE_ID} maxWidth="md">
      {(id, close) => (
        <EditInDialog<MessageResponse>
          key={id}
          resource="contact"
          id={Number(id)}
          titleId={TITLE_ID}
          title={words.dialog.title}
          words={{ loading: words.loadingOne, failed: words.failed.fetch, cancel: words.dialog.close }}
          heights={[240]}
          onClose={close}
        >
          {(message) => <Message message={message} onClose={close} />}
        </EditInDialog>
      )}
    </RecordDialog>
  );
}
