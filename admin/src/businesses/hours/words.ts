import { formatWeekday } from "@karst/web/opening";

const hour = new Intl.DateTimeFormat("en-US", { hour: "numeric", timeZone: "UTC" });
const hourAndMinute = new Intl.DateTimeFormat("en-US", {
  hour: "numeric",
  minute: "2-digit",
  timeZone: "UTC",
});
const month = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });

/** What the editor of opening hours says. */
export const words = {
  title: "Opening hours as a week",
  unknown: "Nobody has said yet when it is open.",
  begin: "Add opening hours",
  clear: "Remove opening hours",
  asText: "Edit as text",
  asWeek: "Edit as a week",
  /** Why there is no week to edit. */
  onlyText: "A week, seasons and special days cannot say what this text says, so it is edited as it is.",
  incomplete: "Opening hours have times or dates that are missing or out of order",
  week: "Usual week",
  weekday: formatWeekday,
  /** 1 is January. */
  month: (number: number) => month.format(Date.UTC(2024, number - 1, 1)),
  kinds: { closed: "Closed", allDay: "Open 24 hours", times: "Open at times" },
  opens: "Opens",
  closes: "Closes",
  opensOn: (name: string, nth: number) => `${nthOf(name, nth)}, opens`,
  closesOn: (name: string, nth: number) => `${nthOf(name, nth)}, closes`,
  nextDay: (time: string) => `until ${timeOf(time)} the next day`,
  /** What no text can say otherwise. */
  cutNights:
    "The night before a special day or a season ends at midnight; after it, the usual hours count again from midnight on.",
  noOpening: "Opening time is missing",
  noClosing: "Closing time is missing",
  addTimes: (name: string) => `Add times: ${name}`,
  removeTimes: (name: string, nth: number) => `Remove times: ${nthOf(name, nth)}`,
  copy: (name: string) => `Copy the hours of ${name}`,
  copyTo: { all: "To all days", weekdays: "To Monday to Friday" },
  seasons: {
    title: "Seasons",
    hint: "Months of every year that have a week of their own.",
    one: (first: string, last: string) => (first === last ? first : `${first} to ${last}`),
    day: (season: string, day: string) => `${season}: ${day}`,
    first: "First month",
    last: "Last month",
    add: "Add a season",
    remove: (season: string) => `Remove the season ${season}`,
  },
  special: {
    title: "Special days",
    hint: "Days that are not as usual. Holidays that follow the moon have other dates each year: give them for each.",
    one: (nth: number) => `Special day ${nth}`,
    first: "First day",
    last: "Last day",
    lastHint: "Blank for a single day",
    yearly: "Every year",
    times: "Hours",
    missing: "The day is missing",
    reversed: "Ends before it begins",
    add: "Add a special day",
    remove: (name: string) => `Remove ${name.toLowerCase()}`,
  },
  reading: {
    title: "What travelers read",
    failed: "What travelers will read could not be worked out",
    useInstead: (text: string) => `Use ${text}`,
  },
};

function nthOf(name: string, nth: number): string {
  return nth === 1 ? name : `${name} (${nth})`;
}

/** "2 am", "1:30 pm" */
function timeOf(time: string): string {
  const format = time.endsWith(":00") ? hour : hourAndMinute;
  return format
    .format(Date.parse(`1970-01-01T${time}Z`))
    .replace(/\s/, " ")
    .toLowerCase();
}
