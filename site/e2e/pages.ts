/** The pages that stand at the same address in every guide, and show no map. */
export const PLAIN_PAGES = [
  "/",
  "/inspiration",
  "/guestbook",
  "/saved",
  "/account",
  "/getting-here",
  "/about",
  "/contact",
  "/help",
  "/privacy",
];
