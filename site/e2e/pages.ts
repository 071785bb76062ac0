/** The pages that exist at the same path in every guide and show no map. */
export const PAGES_WITHOUT_MAP = [
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
