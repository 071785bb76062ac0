/** Valid link targets: the web, an email address, a phone number or a page of this site. */
export const isLink = (address: string): boolean =>
  /^(https?:\/\/[^\s/]+|mailto:[^\s@]+@[^\s@]+$|tel:\+?[\d\s().-]+$|\/(?!\/)|#)/i.test(address.trim());

/** Valid image addresses. */
export const isPictureAddress = (address: string): boolean =>
  /^(https?:\/\/[^\s/]+\/|\/(?!\/))/i.test(address.trim());
