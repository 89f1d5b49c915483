/** Controls, line and paragraph separators, and characters that reverse the text after them. */
const unwanted = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu

/** A line of a message has at most 998 bytes (RFC 5322 section 2.1.1), and a single word can’t be wrapped. */
const longest = 500

/** How an encoded word begins (RFC 2047): readers would decode a text that contains one. */
const encoded = '=?'

/** Returns a name or subject as one line that changes nothing around it in a header, an inbox or a list. */
export const headerText = (text: string): string =>
  text.replaceAll(unwanted, ' ').replaceAll(encoded, '= ?').trim().slice(0, longest).toWellFormed()
