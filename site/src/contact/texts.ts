export const texts = {
  title: "Contact",
  heading: "Get in touch",
  intro: (brand: string) =>
    `A question about a place, something we got wrong, or an idea? Write to the people behind ${brand}.`,
  form: "Send us a message",
  fields: {
    name: "Name",
    email: "Email",
    subject: "Subject",
    message: "Message",
    type: "What is it about?",
  },
  /** By the value that is sent, in display order; the first is the default. */
  types: {
    general: "General question",
    business: "Business partnership",
    travel: "Travel advice",
    technical: "Technical support",
    feedback: "Feedback",
  },
  /** The label of the honeypot field, which people do not see. */
  honeypot: "Leave this empty",
  send: "Send message",
  sending: "Sending...",
  sent: {
    title: "Message sent successfully!",
    text: "We'll get back to you within 24 hours",
  },
  failed: {
    title: "Error sending message",
    text: (email: string) => (email ? `Please try again or write to ${email}.` : "Please try again."),
  },
  noScript: "The form needs JavaScript. Without it, please write us an email; it reaches the same people.",
  email: "Email",
  emailText: "Write to us directly, also with pictures or documents.",
  response: "Response time",
  responseText: "We answer every message within 24 hours.",
  /** `partnership` and `support` are also the subjects of the emails that their links open. */
  partnership: "Business partnership",
  partnershipText: "You run a place around here, or would like to work with us.",
  partnershipMail: "Write about a partnership",
  support: "Technical support",
  supportText: "Something on this site does not work as it should.",
  supportMail: "Write to technical support",
};
