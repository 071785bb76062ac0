import { expect, it } from "vitest";
import { csvOf } from "../src/list/csv";

// R527
it("writes a column for each field, quotes cells and prefixes formulas", () => {
  const csv = csvOf([
    { id: 7, name: 'Hang "Én", dark', tags: ["a", "b"], phone: "+84 912 345 678" },
    { id: 8, name: "=SUM(A1)", note: "'-1+1", place: { id: 3 }, isOpen: false, none: null },
  ]);
  expect(csv).toBe(
    "\ufeffid,name,tags,phone,note,place,isOpen,none\r\n" +
      '7,"Hang ""Én"", dark","a, b",+84 912 345 678,,,,\r\n' +
      '8,\'=SUM(A1),,,\'\'-1+1,"{""id"":3}",false,\r\n',
  );
});
