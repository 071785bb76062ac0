import { Typography } from "@mui/material";
import { Group, Wide } from "../../form/Group";
import { formatList } from "../../kit/format";
import { t } from "../../messages/placeForm.gen";
import { ChoiceIn } from "../inputs/ChoiceIn";
import { OwnerInput } from "../inputs/OwnerInput";
import { SwitchIn } from "../inputs/SwitchIn";
import { TextIn } from "../inputs/TextIn";
import { UnpublishIn } from "../inputs/UnpublishIn";
import { BOOKING_TYPES, useBookingFields } from "./bookingFields";

/** Booking & Settings: how to book, and the place's settings. */
export function Booking() {
  const { shown, leftOut } = useBookingFields();
  return (
    <>
      <Group title={t("groups.booking")}>
        <ChoiceIn
          source="bookingType"
          values={BOOKING_TYPES}
          labelOf={(value) => t("bookingType", { value })}
        />
        {shown.map((field) =>
          field === "directBookingContact" ? (
            <TextIn key={field} source={field} hint={t("hints.directBookingContact")} />
          ) : (
            <TextIn key={field} source={field} type="url" />
          ),
        )}
        <Wide>
          <Typography role="status" variant="body2" sx={{ color: "warning.main" }}>
            {leftOut.length > 0 &&
              t("bookingLeftOut", { fields: formatList(leftOut.map((field) => t(`fields.${field}`))) })}
          </Typography>
          <SwitchIn source="enquiryFormEnabled" hint={t("hints.enquiryFormEnabled")} />
        </Wide>
      </Group>
      <Group title={t("groups.settings")}>
        <SwitchIn source="isActive" hint={t("hints.isActive")} />
        <SwitchIn source="isVerified" hint={t("hints.isVerified")} />
        <SwitchIn source="isPremium" hint={t("hints.isPremium")} />
        <SwitchIn source="isRecommended" hint={t("hints.isRecommended")} />
        <Wide>
          <UnpublishIn />
        </Wide>
        <Wide>
          <OwnerInput />
        </Wide>
      </Group>
    </>
  );
}
