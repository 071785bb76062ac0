import { Group, Wide } from "../../form/Group";
import { TextArea } from "../../form/TextArea";
import { CoordinatesInput } from "../../map/CoordinatesInput";
import { texts } from "../../texts";
import { CategoriesIn } from "../inputs/CategoriesIn";
import { ChoiceIn } from "../inputs/ChoiceIn";
import { TextIn } from "../inputs/TextIn";

const { fields, groups, confidence } = texts.businesses;

/** Business Information: what it is, where it is, how to reach it. */
export function Information() {
  return (
    <>
      <Group title={groups.what}>
        <TextIn source="name" />
        <TextIn source="localName" />
        <Wide>
          <CategoriesIn />
        </Wide>
        <Wide>
          <TextIn source="description" Field={TextArea} rows={5} />
        </Wide>
        <Wide>
          <TextIn source="slug" />
        </Wide>
      </Group>
      <Group title={groups.where}>
        <Wide>
          <CoordinatesInput
            labels={{ latitude: fields.latitude.label, longitude: fields.longitude.label }}
            required
          />
        </Wide>
        <ChoiceIn source="coordinateConfidence" options={confidence} />
        <TextIn source="googleMapsUrl" type="url" />
        <TextIn source="address" />
        <TextIn source="commune" />
      </Group>
      <Group title={groups.contact}>
        <TextIn source="phone" type="tel" />
        <TextIn source="email" type="email" />
        <Wide>
          <TextIn source="website" type="url" />
        </Wide>
      </Group>
    </>
  );
}
