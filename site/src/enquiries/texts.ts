import { isolateBidi } from "@/lib/bidi";

export const texts = {
  open: "Send an enquiry",
  recipient: (place: string) =>
    `Your enquiry and your email address go to ${isolateBidi(place)} by email, and this guide keeps a copy for 12 months.`,
  privacy: "Privacy",
  fields: {
    name: "Name",
    email: "Email",
    arrival: "Arrival (optional)",
    departure: "Departure (optional)",
    people: "People (optional)",
    message: "Message",
  },
  /** The label of the honeypot field, which people do not see. */
  honeypot: "Leave this empty",
  send: "Send enquiry",
  sending: "Sending...",
  sent: { title: "Enquiry sent", text: "The answer comes by email." },
  failed: { title: "Enquiry not sent", text: "Please try again." },
};
