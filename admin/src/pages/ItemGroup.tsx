import type { ComponentProps } from "react";
import { Group, Wide } from "../form/Group";
import { Items } from "../form/Items";
import { t } from "../messages/pages.gen";
import { t as tResources } from "../messages/resources.gen";

interface ItemGroupProps extends Omit<
  ComponentProps<typeof Items>,
  "source" | "itemName" | "addLabel" | "emptyText"
> {
  /** The list in the form. */
  source: "cities" | "tips" | "questions" | "around" | "values" | "terms" | "policy";
  /** The kind of the items. */
  kind: "city" | "tips" | "question" | "section";
}

/** A list of a page in a group of its own. */
export function ItemGroup({ source, kind, ...items }: ItemGroupProps) {
  return (
    <Group title={tResources(`pages.fields.${source}`)}>
      <Wide>
        <Items
          source={source}
          itemName={(number) => t(`${kind}.item`, { number })}
          addLabel={t(`${kind}.add`)}
          emptyText={t("none")}
          {...items}
        />
      </Wide>
    </Group>
  );
}
