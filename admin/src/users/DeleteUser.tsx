import type { UserResponse } from "@karst/client";
import { Typography } from "@mui/material";
import { DeleteRecord } from "../form/DeleteRecord";
import { useAccount } from "../identity/useAccount";
import { IsolatedQuotes } from "../kit/IsolatedQuotes";
import { fullName } from "./shape";
import { words } from "./words";

interface DeleteUserProps {
  /** The person in question; null while nothing is asked. */
  user: UserResponse | null;
  onClose: () => void;
}

/** Asks before an account is gone for good. */
export function DeleteUser({ user, onClose }: DeleteUserProps) {
  const isYou = useAccount().account?.uid === user?.id;
  const { confirmDelete, done, failed } = words;
  return (
    <DeleteRecord
      resource="users"
      record={user}
      words={{ ...confirmDelete, done: done.delete, failed: failed.delete }}
      onClose={onClose}
    >
      {user && (
        <>
          <Typography sx={{ overflowWrap: "anywhere" }}>
            <IsolatedQuotes sentence={confirmDelete.text(fullName(user))} />
          </Typography>
          <Typography sx={{ mt: 1 }}>{isYou ? confirmDelete.yourself : confirmDelete.follows}</Typography>
        </>
      )}
    </DeleteRecord>
  );
}
