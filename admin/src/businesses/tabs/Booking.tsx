import { Group, Wide } from "../../form/Group";
import { t } from "../../messages/placeForm.gen";
import { ChoiceIn } from "../inputs/ChoiceIn";
import { SwitchIn } from "../inputs/SwitchIn";
import { TextIn } from "../inputs/TextIn";

const BOOKING_TYPES = ["none", "direct", "affiliate"];

/** Booking & Settings: how to book, and the place's settings. */
export function Booking() {
  return (
    <>
      <Group title={t("groups.booking")}>
        <ChoiceIn
          source="bookingType"
          values={BOOKING_TYPES}
          labelOf={(value) => t("bookingType", { value })}
        />
        <TextIn source="directBookingContact" hint={t("hints.directBookingContact")} />
        <Wide>
          <TextIn source="affiliateLink" type="url" />
        </Wide>
        <TextIn source="bookingComUrl" type="url" />
        <TextIn source="agodaUrl" type="url" />
        <Wide>
          <SwitchIn source="enquiryFormEnabled" hint={t("hints.enquiryFormEnabled")} />
        </Wide>
      </Group>
      <Group title={t("groups.settings")}>
        <SwitchIn source="isActive" hint={t("hints.isActive")} />
        <SwitchIn source="isVerified" hint={t("hints.isVerified")} />
        <SwitchIn source="isPremium" hint={t("hints.isPremium")} />
        <SwitchIn source="isRecommended" hint={t("hints.isRecommended")} />
        <Wide>
          <TextIn source="ownerId" hint={t("hints.ownerId")} />
        </Wide>
      </Group>
    </>
  );
}
