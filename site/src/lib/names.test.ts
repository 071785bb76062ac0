import { expect, test } from "vitest";
import { splitName } from "./names";

// R39
test("the first word is the first name, the rest is the last name", () => {
  expect(splitName("Linh Tran")).toEqual({ firstName: "Linh", lastName: "Tran" });
  expect(splitName("  Nguyễn  Thị Hằng ")).toEqual({ firstName: "Nguyễn", lastName: "Thị Hằng" });
  expect(splitName("Linh")).toEqual({ firstName: "Linh", lastName: "" });
  expect(splitName(" ")).toEqual({ firstName: "", lastName: "" });
});
