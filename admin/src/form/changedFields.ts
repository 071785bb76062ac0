/** The fields that hold something else in `after` than in `before`. */
export function changedFields<Values extends object>(
  before: Values,
  after: Values,
): (keyof Values & string)[] {
  const fields = Object.keys(after) as (keyof Values & string)[];
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}
