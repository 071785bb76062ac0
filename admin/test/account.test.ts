import { describe, expect, it } from "vitest";
import { fileName } from "@karst/web/download";
import { deniedText } from "../src/layout/denied";

describe("a file's name", () => {
  it("is the server's, as long as it is a name", () => {
    expect(fileName('attachment; filename="users-export-2026-11-21.csv"', "x.csv")).toBe(
      "users-export-2026-11-21.csv",
    );
    expect(fileName('attachment; filename="../../etc/passwd"', "x.csv")).toBe("x.csv");
    expect(fileName(null, "x.csv")).toBe("x.csv");
  });
});

// R122, R125
describe("the message of a denied screen", () => {
  it("has a sentence of its own at the older page alone", () => {
    for (const path of ["/admin", "/admin/", "/admin/add"])
      expect(deniedText(path)).toBe("You need admin or business owner privileges to access this page.");
    for (const path of ["/", "/businesses", "/administration"])
      expect(deniedText(path)).toBe("You need admin privileges to access this portal.");
  });
});
