import { Button } from "@mui/material";
import { useState } from "react";
import { useAccount } from "../identity/useAccount";
import { bdi } from "../kit/bdi";
import { Confirm } from "../layout/Confirm";
import { useToast } from "../layout/Toasts";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/history.gen";
import { deleteRevisions, type RecordKey } from "../resources/revisions";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";
import { historyQueries } from "./useHistory";

interface DeleteHistoryProps {
  record: RecordKey;
  name: string;
  onDeleted: () => void;
}

/** Deletes all earlier versions, for example because of personal data in them. For admins. */
export function DeleteHistory({ record, name, onDeleted }: DeleteHistoryProps) {
  const { may } = useAccount();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const ask = useAsk();
  const renew = useRenew();
  const toast = useToast();
  if (!may("manageHistory")) return null;

  async function remove() {
    setBusy(true);
    try {
      await ask(() => deleteRevisions(record));
      await renew(historyQueries(record));
      toast.done(t("removeAll.done"));
      onDeleted();
    } catch (error) {
      toast.failed(t("failed.delete"), error);
    } finally {
      setBusy(false);
      setAsking(false);
    }
  }

  return (
    <>
      <Button color="error" onClick={() => setAsking(true)}>
        {t("removeAll.open")}
      </Button>
      <Confirm
        isOpen={isAsking}
        title={t("removeAll.title")}
        yes={t("removeAll.open")}
        no={tCommon("cancel")}
        isDestructive
        isBusy={isBusy}
        onYes={() => void remove()}
        onNo={() => setAsking(false)}
      >
        {t.rich("removeAll.text", { name, bdi })}
      </Confirm>
    </>
  );
}
