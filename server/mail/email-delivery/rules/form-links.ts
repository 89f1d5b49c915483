/** What ends the address of the status page in an email about a form, until the email is delivered. */
const mark = '#form'

/** Returns the address of the status page as it’s stored in an email about a form. */
export const markFormLink = (address: string): string => `${address}${mark}`

const marked = /https?:\/\/[^\s"<>#]+\/status#form(?![=\w-])/g

/** Returns whether a text has a link that opens a form, to the student site of this address. */
export const hasFormLink = (text: string, publicUrl: string): boolean =>
  [...text.matchAll(marked)].some(([address]) => isOurs(address, publicUrl))

/** Adds the token to the links of a text that open a form. Links to other sites never get it. */
export const addFormToken = (text: string, publicUrl: string, token: string): string =>
  text.replaceAll(marked, (address) => (isOurs(address, publicUrl) ? `${address}=${token}` : address))

const isOurs = (address: string, publicUrl: string): boolean => address.startsWith(`${publicUrl}/s/`)
