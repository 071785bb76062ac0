import { Alert, Box, Card, Tab as MuiTab, Tabs } from "@mui/material";
import type { ReactNode } from "react";
import { FormProvider } from "react-hook-form";
import { DraftNotice } from "../form/DraftNotice";
import { SaveBar } from "../form/SaveBar";
import { useSaveKey } from "../form/useSaveKey";
import { UnsavedGuard } from "../layout/UnsavedGuard";
import { texts } from "../texts";
import { FIELDS, TABS, type Tab } from "./fields";
import { StandingProvider } from "./inputs/standing";
import { Booking } from "./tabs/Booking";
import { Information } from "./tabs/Information";
import { Media } from "./tabs/Media";
import { Rating } from "./tabs/Rating";
import type { PlaceText } from "./shape";
import { useBusinessForm } from "./useBusinessForm";

const words = texts.businesses.form;
const PANELS: Record<Tab, () => ReactNode> = {
  information: Information,
  media: Media,
  booking: Booking,
  rating: Rating,
};

type BusinessFormProps = Parameters<typeof useBusinessForm>[0] & {
  saveLabel: string;
  /** Whether active, verified, owner, rating, … may be set; otherwise they are shown read-only. */
  maySetStanding: boolean;
};

/** A place in four tabs. All are kept alive, so that nothing typed is lost by looking at another. */
export function BusinessForm({ saveLabel, maySetStanding, ...options }: BusinessFormProps) {
  const { form, tab, setTab, submit, isDirty, isSubmitting, isUnreached, isUnsaved, draft, forget, faults } =
    useBusinessForm(options);
  const formRef = useSaveKey(submit);
  return (
    <FormProvider {...form}>
      <StandingProvider value={maySetStanding}>
        <Card
          component="form"
          ref={formRef}
          noValidate
          onSubmit={submit}
          aria-label={texts.businesses.title}
          // What has the focus is never under the bar with Save, nor under that of a phone; its sentence is seen too.
          sx={{ overflow: "clip", "& :focus": { scrollMarginBlock: "76px 132px" } }}
        >
          <DraftNotice draft={draft} />
          <TabBar tab={tab} onChange={setTab} faults={faults} />
          <Stray
            faults={faults}
            message={(field) => form.formState.errors[field as keyof PlaceText]?.message}
          />
          {TABS.map((one) => (
            <Box
              key={one}
              role="tabpanel"
              id={`panel-${one}`}
              aria-labelledby={`tab-${one}`}
              hidden={one !== tab}
              sx={{ p: { xs: 2, md: 3 } }}
            >
              <Panel tab={one} />
            </Box>
          ))}
          <SaveBar
            label={saveLabel}
            isDirty={isDirty}
            isSubmitting={isSubmitting}
            isUnreached={isUnreached}
            faults={faults.length}
          />
        </Card>
        <UnsavedGuard isUnsaved={isUnsaved} onDiscard={forget} words={texts.businesses.leave} />
      </StandingProvider>
    </FormProvider>
  );
}

function Panel({ tab }: { tab: Tab }) {
  const Fields = PANELS[tab];
  return <Fields />;
}

function TabBar({ tab, onChange, faults }: { tab: Tab; onChange: (tab: Tab) => void; faults: string[] }) {
  return (
    <Tabs
      value={tab}
      onChange={(_, chosen: Tab) => onChange(chosen)}
      variant="scrollable"
      scrollButtons={false}
      aria-label={texts.businesses.title}
      sx={{ borderBottom: 1, borderColor: "divider", px: { xs: 0, md: 1 } }}
    >
      {TABS.map((one) => {
        const count = faults.filter((fault) => (FIELDS[one] as readonly string[]).includes(fault)).length;
        return (
          <MuiTab
            key={one}
            value={one}
            id={`tab-${one}`}
            aria-controls={`panel-${one}`}
            aria-label={count > 0 ? words.errorsOn(words.tabs[one], count) : undefined}
            label={
              <>
                {words.tabs[one]}
                {count > 0 && <Count count={count} />}
              </>
            }
          />
        );
      })}
    </Tabs>
  );
}

/**
 * In the tab's corner, where it takes no room: a fault is found when its field is left, which the press on another tab
 * does, and that tab must not move away under it.
 */
function Count({ count }: { count: number }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        position: "absolute",
        insetBlockStart: 2,
        insetInlineEnd: 0,
        minWidth: 18,
        height: 18,
        px: 0.5,
        borderRadius: "9px",
        display: "grid",
        placeItems: "center",
        fontSize: "0.75rem",
        bgcolor: "error.main",
        color: "error.contrastText",
      }}
    >
      {count}
    </Box>
  );
}

/** Sentences about fields that have no input here, so that none is ever lost. */
function Stray({ faults, message }: { faults: string[]; message: (field: string) => string | undefined }) {
  const shown = TABS.flatMap((tab) => FIELDS[tab]) as string[];
  const stray = faults.filter((field) => !shown.includes(field));
  if (stray.length === 0) return null;
  return (
    <Alert severity="error" sx={{ m: 2 }}>
      {stray.map((field) => `${field}: ${message(field) ?? ""}`).join(" · ")}
    </Alert>
  );
}
