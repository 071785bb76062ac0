import type { UserResponse } from "@karst/client";
import { Typography } from "@mui/material";
import { DeleteRecord } from "../form/DeleteRecord";
import { useAccount } from "../identity/useAccount";
import { bdi } from "../kit/bdi";
import { deleteTexts } from "../kit/texts";
import { t } from "../messages/users.gen";
import { fullName } from "./shape";

interface DeleteUserProps {
  /** The user to delete, or null if the dialog is closed. */
  user: UserResponse | null;
  onClose: () => void;
}

/** Confirms the deletion of an account, which cannot be undone. */
export function DeleteUser({ user, onClose }: DeleteUserProps) {
  const isOwn = useAccount().account?.uid === user?.id;
  return (
    <DeleteRecord resource="users" record={user} words={deleteTexts(t)} onClose={onClose}>
      {user && (
        <>
          <Typography sx={{ overflowWrap: "anywhere" }}>
            {t.rich("confirmDelete.text", { name: fullName(user), bdi })}
          </Typography>
          <Typography sx={{ mt: 1 }}>
            {t(isOwn ? "confirmDelete.ownAccount" : "confirmDelete.effect")}
          </Typography>
        </>
      )}
    </DeleteRecord>
  );
}
