import { Group, Wide } from "../../form/Group";
import { texts } from "../../texts";
import { ChoiceIn } from "../inputs/ChoiceIn";
import { SwitchIn } from "../inputs/SwitchIn";
import { TextIn } from "../inputs/TextIn";

const { groups, bookingTypes } = texts.businesses;

/** Booking & Settings: how to book, and what the guide says of the place. */
export function Booking() {
  return (
    <>
      <Group title={groups.booking}>
        <ChoiceIn source="bookingType" options={bookingTypes} />
        <TextIn source="directBookingContact" />
        <Wide>
          <TextIn source="affiliateLink" type="url" />
        </Wide>
        <TextIn source="bookingComUrl" type="url" />
        <TextIn source="agodaUrl" type="url" />
        <Wide>
          <SwitchIn source="enquiryFormEnabled" />
        </Wide>
      </Group>
      <Group title={groups.standing}>
        <SwitchIn source="isActive" />
        <SwitchIn source="isVerified" />
        <SwitchIn source="isPremium" />
        <SwitchIn source="isRecommended" />
        <Wide>
          <TextIn source="ownerId" />
        </Wide>
      </Group>
    </>
  );
}
