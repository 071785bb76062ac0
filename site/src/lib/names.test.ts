import { expect, test } from "vitest";
import { splitName } from "./names";

test("row 39: the first word is the first name, the rest the last", () => {
  expect(splitName("Linh Tran")).toEqual({ firstName: "Linh", lastName: "Tran" });
  expect(splitName("  Nguyễn  Thị Hằng ")).toEqual({ firstName: "Nguyễn", lastName: "Thị Hằng" });
  expect(splitName("Linh")).toEqual({ firstName: "Linh", lastName: "" });
  expect(splitName(" ")).toEqual({ firstName: "", lastName: "" });
});
