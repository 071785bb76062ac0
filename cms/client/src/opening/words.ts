/** A moment in words. Made when it is asked for: the first of its kind takes a phone 50 ms, and every page comes by here. */
const inWords = (moment: number, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(moment);

/** 0 is Monday. */
const weekday = (day: number) => inWords(Date.UTC(2024, 0, 1 + day), { weekday: "long" });

/** What travellers read of opening hours: on the site, and in the console whoever writes them. */
export const words = {
  week: "Opening hours in a usual week",
  everyDay: "Every day",
  weekday,
  days: (first: number, last: number): string => {
    const [begins, ends] = [weekday(first), weekday(last)];
    return first === last ? begins : `${begins} ${last === first + 1 ? "and" : "to"} ${ends}`;
  },
  off: "Closed",
  allDay: "All day",
  /** A date such as 2027-02-05. */
  date: (date: string) => inWords(Date.parse(date), { dateStyle: "medium" }),
  from: (date: string) => `From ${date}`,
  fromTo: (from: string, to: string) => `${from} to ${to}`,
  special: (when: string, times: string) => `${when}: ${times.toLowerCase()}`,
  open: "Open now",
  openUntil: (time: string) => `Open now, until ${time}`,
  closesIn: (minutes: number) => `Closes in ${minutes} min`,
  closed: "Closed now",
  opensAt: (time: string) => `Opens at ${time}`,
  closedUntil: (time: string) => `Closed now, opens at ${time}`,
  closedUntilTomorrow: (time: string) => `Closed now, opens tomorrow at ${time}`,
  closedUntilDay: (day: string, time: string) => `Closed now, opens ${day} at ${time}`,
};
