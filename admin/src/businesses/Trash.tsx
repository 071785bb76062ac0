import { Box } from "@mui/material";
import type { TrashItem } from "@karst/client";
import { useAccount } from "../identity/useAccount";
import { AccessDeniedNotice } from "../layout/AccessDenied";
import { Trash as TrashList } from "../list/Trash";
import { texts } from "../texts";
import { CategoryDot } from "./Marks";
import { wayBack } from "./wayBack";

const words = texts.businesses;

/** The places that were deleted. */
export default function Trash() {
  const { account, may } = useAccount();
  if (!may("deletePlace")) {
    return (
      <Box sx={{ p: { xs: 2, md: 4 } }}>
        <AccessDeniedNotice account={account} />
      </Box>
    );
  }
  return (
    <TrashList<TrashItem>
      wayBack={wayBack}
      title={words.title}
      words={{
        ...words.trash,
        tabs: words.tabs,
        loading: words.loading,
        fetchFailed: words.failed.fetch,
      }}
      name={({ name }) => name}
      details={({ category, isActive }) => (
        <>
          {category && <CategoryDot category={category} />}
          <span>{isActive ? words.trash.willShow : words.trash.willHide}</span>
        </>
      )}
    />
  );
}
