import { Alert, Box, Tab as MuiTab, Tabs } from "@mui/material";
import type { ReactNode } from "react";
import { FormOnPage } from "../form/FormOnPage";
import { t as tPlaces } from "../messages/businesses.gen";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/placeForm.gen";
import { FIELDS, TABS, type Tab } from "./fields";
import { AdminFieldsProvider } from "./inputs/adminFields";
import { Booking } from "./tabs/Booking";
import { Information } from "./tabs/Information";
import { Media } from "./tabs/Media";
import { Rating } from "./tabs/Rating";
import type { PlaceText } from "./shape";
import { Summary } from "./Summary";
import { useBusinessForm } from "./useBusinessForm";

const PANELS: Record<Tab, () => ReactNode> = {
  information: Information,
  media: Media,
  booking: Booking,
  rating: Rating,
};

type BusinessFormProps = Parameters<typeof useBusinessForm>[0] & {
  /** Whether active, verified, owner, rating and so on may be set; otherwise they are read-only. */
  maySetAdminFields: boolean;
  /** Called when the preview is opened or closed. */
  onPreview?: (isOpen: boolean) => void;
};

/** A place in four tabs. All stay mounted, so that switching tabs loses no input. */
export function BusinessForm({ maySetAdminFields, onPreview, ...options }: BusinessFormProps) {
  const record = useBusinessForm(options);
  const { form, tab, setTab, faults } = record;
  return (
    <AdminFieldsProvider value={maySetAdminFields}>
      <FormOnPage
        state={record}
        title={tPlaces("title")}
        saveLabel={tCommon("save")}
        maxWidth="none"
        isBare
        preview={{ reveal: record.reveal, onToggle: onPreview }}
      >
        <TabBar tab={tab} onChange={setTab} faults={faults} />
        <OtherErrors
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
        <Summary isNew={options.form === "PlaceRequest"} onGoTo={record.goTo} />
      </FormOnPage>
    </AdminFieldsProvider>
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
      onChange={(_, selected: Tab) => onChange(selected)}
      variant="scrollable"
      scrollButtons={false}
      aria-label={tPlaces("title")}
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
            aria-label={count > 0 ? t("tabWithErrors", { tab: t(`tabs.${one}`), count }) : undefined}
            label={
              <>
                {t(`tabs.${one}`)}
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
 * The number of errors, out of the layout flow. Clicking a tab validates the field that loses the focus, and the new
 * number must not move that tab.
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

/** Errors of fields that have no input here. */
function OtherErrors({
  faults,
  message,
}: {
  faults: string[];
  message: (field: string) => string | undefined;
}) {
  const shown = TABS.flatMap((tab) => FIELDS[tab]) as string[];
  const others = faults.filter((field) => !shown.includes(field));
  if (others.length === 0) return null;
  return (
    <Alert severity="error" sx={{ m: 2 }}>
      {others.map((field) => `${field}: ${message(field) ?? ""}`).join(" · ")}
    </Alert>
  );
}
