// Writes opening_hours.json: the state of each text at each moment, as opening_hours.js evaluates it.
// Run by hand, because opening_hours.js is LGPL and not among the dependencies:
//   npm install opening_hours@3.15.0 && TZ=Asia/Ho_Chi_Minh node opening_hours.mjs texts.txt > opening_hours.json
import { readFileSync } from "node:fs";
import OpeningHours from "opening_hours";

const ZONE = "Asia/Ho_Chi_Minh";
if (process.env.TZ !== ZONE) throw new Error(`Set TZ=${ZONE}`);
const place = { lat: 17.6, lon: 106.3, address: { country_code: "vn", country: "Vietnam", state: "Quang Tri" } };

const TIMES = ["00:00", "00:30", "01:59", "02:00", "05:45", "06:59", "07:00", "08:15", "10:00", "11:29", "12:00", "12:45",
  "13:30", "15:00", "16:59", "17:00", "18:30", "20:00", "21:30", "22:30", "23:15", "23:59"];
const start = Date.parse("2026-11-23T00:00:00Z");
// Every weekday, all hours and all months of the computed year.
const moments = Array.from({ length: 50 }, (_, at) => {
  const day = new Date(start + (at < 21 ? at : 21 + (at - 21) * 12 + (at % 5)) * 86_400_000).toISOString().slice(0, 10);
  return `${day}T${TIMES[(at * 5 + Math.floor(at / 22)) % TIMES.length]}`;
});

const cases = readFileSync(process.argv[2], "utf8").split("\n").filter((line) => line !== "").map((hours) => {
  let parsed;
  try {
    parsed = new OpeningHours(hours, place, { locale: "en" });
  } catch (error) {
    return { hours, error: String(error).split("\n")[0].slice(0, 120) };
  }
  const open = moments.map((moment) => {
    const at = new Date(`${moment}:00+07:00`);
    return parsed.getUnknown(at) ? "?" : parsed.getState(at) ? "1" : "0";
  });
  return { hours, open: open.join("") };
});
const lines = cases.map((one) => `    ${JSON.stringify(one)}`).join(",\n");
console.log(`{\n  "zone": "${ZONE}",\n  "moments": ${JSON.stringify(moments)},\n  "cases": [\n${lines}\n  ]\n}`);
