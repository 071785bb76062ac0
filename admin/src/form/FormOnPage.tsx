import { Box, Card } from "@mui/material";
import type { ReactNode } from "react";
import { FormProvider, type FieldValues } from "react-hook-form";
import { UnsavedGuard } from "../layout/UnsavedGuard";
import { t } from "../messages/form.gen";
import { DraftNotice } from "./DraftNotice";
import { SaveBar } from "./SaveBar";
import type { useRecordForm } from "./useRecordForm";
import { useSaveKey } from "./useSaveKey";

interface FormOnPageProps<Values extends FieldValues, Body> {
  state: ReturnType<typeof useRecordForm<Values, Body>>;
  /** The accessible name. */
  title: string;
  saveLabel?: string;
  /** More actions, before Save. */
  actions?: ReactNode;
  maxWidth?: number | "none";
  /** Its inputs. */
  children: ReactNode;
}

/** A long form on one page, Save always in reach. */
export function FormOnPage<Values extends FieldValues, Body>({
  state: { form, submit, isDirty, isSubmitting, isUnreached, isUnsaved, draft, forget, faults },
  title,
  saveLabel = t("saveChanges"),
  actions,
  maxWidth = 960,
  children,
}: FormOnPageProps<Values, Body>) {
  const formRef = useSaveKey(submit);
  return (
    <FormProvider {...form}>
      <Card
        component="form"
        ref={formRef}
        noValidate
        onSubmit={submit}
        aria-label={title}
        sx={{ overflow: "clip", maxWidth, "& :focus": { scrollMarginBlock: "76px 132px" } }}
      >
        <DraftNotice draft={draft} />
        <Box sx={{ p: { xs: 2, md: 3 } }}>{children}</Box>
        <SaveBar
          label={saveLabel}
          isDirty={isDirty}
          isSubmitting={isSubmitting}
          isUnreached={isUnreached}
          faults={faults.length}
        >
          {actions}
        </SaveBar>
      </Card>
      <UnsavedGuard isUnsaved={isUnsaved} onDiscard={forget} />
    </FormProvider>
  );
}
