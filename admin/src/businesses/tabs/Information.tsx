import { Group, Wide } from "../../form/Group";
import { CoordinatesInput } from "../../map/CoordinatesInput";
import { t } from "../../messages/placeForm.gen";
import { CategoriesIn } from "../inputs/CategoriesIn";
import { ChoiceIn } from "../inputs/ChoiceIn";
import { TextIn } from "../inputs/TextIn";
import { ACCURACIES, accuracyLabel } from "../locationAccuracy";

/** Business Information: basics, location and contact. */
export function Information() {
  return (
    <>
      <Group title={t("groups.basics")}>
        <TextIn source="name" />
        <TextIn source="localName" hint={t("hints.localName")} />
        <Wide>
          <CategoriesIn />
        </Wide>
        <Wide>
          <TextIn source="description" multiline rows={5} />
        </Wide>
        <Wide>
          <TextIn source="slug" hint={t("hints.slug")} />
        </Wide>
      </Group>
      <Group title={t("groups.location")}>
        <Wide>
          <CoordinatesInput
            labels={{ latitude: t("fields.latitude"), longitude: t("fields.longitude") }}
            required
          />
        </Wide>
        <ChoiceIn source="coordinateConfidence" values={ACCURACIES} labelOf={accuracyLabel} />
        <TextIn source="googleMapsUrl" type="url" />
        <TextIn source="address" />
        <TextIn source="commune" />
      </Group>
      <Group title={t("groups.contact")}>
        <TextIn source="phone" type="tel" />
        <TextIn source="email" type="email" />
        <Wide>
          <TextIn source="website" type="url" />
        </Wide>
      </Group>
    </>
  );
}
