/** What a link may lead to: the web, a mailbox, a telephone, or a page of this site. */
export const isLink = (address: string): boolean =>
  /^(https?:\/\/[^\s/]+|mailto:[^\s@]+@[^\s@]+$|tel:\+?[\d\s().-]+$|\/(?!\/)|#)/i.test(address.trim());

/** Where a picture may come from. */
export const isPictureAddress = (address: string): boolean =>
  /^(https?:\/\/[^\s/]+\/|\/(?!\/))/i.test(address.trim());
