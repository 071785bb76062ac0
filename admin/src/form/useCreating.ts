import { useCreate, type RaRecord } from "react-admin";
import { useToast } from "../layout/Toasts";
import { notSaved, type Outcome } from "./useRecordForm";

interface CreatingOptions<View> {
  resource: string;
  /** The message if a save fails. */
  failed: string;
  /** The message if the session has ended. Default: `failed`. */
  expired?: string;
  /** Shows that the record is saved. Returns a function that leaves the form. */
  onCreated: (created: View) => () => void;
}

/** Saves a new record. */
export function useCreating<View extends RaRecord, Form>({
  resource,
  failed,
  expired,
  onCreated,
}: CreatingOptions<View>) {
  const [create] = useCreate<View>();
  const toast = useToast();
  return async (form: Form): Promise<Outcome> => {
    try {
      const data = form as unknown as Partial<View>;
      const created = await create(resource, { data }, { returnPromise: true });
      // After a sign-out, react-admin has opened the sign-in page, and nothing was saved.
      return created?.id ? { isSaved: true, onDone: onCreated(created) } : { isSaved: false };
    } catch (error) {
      toast.failed(failed, error, expired);
      return notSaved(error);
    }
  };
}
