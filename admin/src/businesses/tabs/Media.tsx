import { Group, Wide } from "../../form/Group";
import { GalleryInput, PictureInput } from "../../media/PictureInput";
import { t } from "../../messages/placeForm.gen";
import { HoursInput } from "../hours/HoursInput";
import { ChecksInput } from "../inputs/ChecksInput";
import { ChipsInput } from "../inputs/ChipsInput";
import { MonthsIn } from "../inputs/MonthsIn";
import { PricesInput } from "../inputs/PricesInput";
import { TextIn } from "../inputs/TextIn";
import { addressList } from "../shape";

/** Media & Details: images, hours, prices, tags, sources and checks. */
export function Media() {
  return (
    <>
      <Group title={t("groups.images")}>
        <Wide>
          <PictureInput source="imageUrl" label={t("fields.imageUrl")} />
        </Wide>
        <Wide>
          <GalleryInput source="gallery" label={t("fields.gallery")} toList={addressList} />
        </Wide>
      </Group>
      <Group title={t("groups.hours")}>
        <Wide>
          <HoursInput />
        </Wide>
        <Wide>
          <TextIn source="hours" hint={t("hints.hours")} />
        </Wide>
      </Group>
      <Group title={t("groups.season")}>
        <MonthsIn source="goodMonths" hint={t("hints.goodMonths")} />
        <MonthsIn source="closedMonths" hint={t("hints.closedMonths")} />
      </Group>
      <Group title={t("groups.prices")}>
        <Wide>
          <PricesInput />
        </Wide>
      </Group>
      <Group title={t("groups.details")}>
        <TextIn source="priceRange" hint={t("hints.priceRange")} />
        <TextIn source="featuredText" hint={t("hints.featuredText")} />
        <ChipsInput source="tags" example="kayak" />
        <ChipsInput source="amenities" example="wifi" />
      </Group>
      <Group title={t("groups.evidence")}>
        <Wide>
          <TextIn source="sources" hint={t("hints.sources")} multiline rows={2} />
        </Wide>
        <TextIn
          source="lastSeenYear"
          hint={t("hints.lastSeenYear")}
          slotProps={{ htmlInput: { inputMode: "numeric" } }}
        />
      </Group>
      <Group title={t("groups.checks")}>
        <Wide>
          <ChecksInput />
        </Wide>
      </Group>
    </>
  );
}
