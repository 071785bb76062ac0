export const words = {
  title: "Values to correct",
  lead: "Stored values that today's rules would refuse. They stay as they are until you change them.",
  record: "Record",
  field: "Field",
  value: "Value",
  rule: "Rule",
  checking: "Checking...",
  failed: "The check failed",
  partly: "Not all records are checked yet.",
  more: "Check more",
  done: (n: number) =>
    n === 0
      ? "All records are checked. Nothing to correct."
      : n === 1
        ? "All records are checked. 1 value to correct."
        : `All records are checked. ${n} values to correct.`,
};
