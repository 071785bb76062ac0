/** The fields whose values differ between `before` and `after`. */
export function changedFields<Values extends object>(
  before: Values,
  after: Values,
): (keyof Values & string)[] {
  const fields = Object.keys(after) as (keyof Values & string)[];
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}
