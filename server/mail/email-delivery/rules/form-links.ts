/** What ends the address of the status page in an email about a form, until the email is delivered. */
const mark = '#form'

/** Returns the address of the status page as it’s stored in an email about a form. */
export const markFormLink = (address: string): string => `${address}${mark}`

const marked = /https?:\/\/[^\s"<>#]+\/status#form(?![=\w-])/g

/** Returns whether a text has a link that may open a form. */
export const hasFormLink = (text: string): boolean => text.search(marked) >= 0

/** Adds the token to the links of a text that open a form at a school’s site. Links to anywhere else never get it. */
export const addFormToken = (text: string, site: string, token: string): string =>
  text.replaceAll(marked, (address) => (address.startsWith(`${site}/`) ? `${address}=${token}` : address))
