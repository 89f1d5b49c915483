import { foldText } from './fold-text.ts'

/** Spaces, and characters that no one sees: soft hyphens, zero-width characters, direction marks, byte order marks. */
const unseen =
  /[\s\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|[\uFE00-\uFE0F]/g

/**
 * Returns what a student ID means, to compare it: without capitals, spaces, invisible characters, the marks with which
 * spreadsheets keep text (`="…"`, a leading apostrophe) and leading zeros of a number. The database does the same
 * (`shipmate_sid_key`).
 */
export const sidKey = (sid: string): string =>
  foldText(sid)
    .replaceAll(unseen, '')
    .replaceAll(/["'`]/g, '')
    .replace(/^=/, '')
    .replace(/^([0-9]+)[.]0+$/, '$1')
    .replace(/^0+([0-9]+)$/, '$1')

/** Returns a student ID without spaces and invisible characters. */
export const visibleSid = (sid: string): string => sid.replaceAll(unseen, '')

/** Returns a student ID without what a spreadsheet adds to it: '="R77001"' and '’R77001' → 'R77001', '123.0' → '123'. */
export const unwrappedSid = (sid: string): string =>
  visibleSid(sid)
    .replace(/^="(.*)"$/, '$1')
    .replace(/^['‘’`]/, '')
    .replace(/^([0-9]+)[.]0+$/, '$1')

/** Returns whether a spreadsheet has shortened a student ID to its first digits: '1.00235E+11'. */
export const isShortenedSid = (sid: string): boolean => /^\d(?:[.,]\d+)?e\+\d{1,3}$/i.test(unwrappedSid(sid))

/** Returns whether a student ID can have been shortened to another: 100234567890 to 1.00235E+11. */
export const canShortenTo = (sid: string, shortened: string): boolean => {
  const [first = '', power = ''] = unwrappedSid(shortened).toLowerCase().replace(',', '.').split('e+')
  const digits = first.split('.')[1]?.length ?? 0
  if (!/^\d{1,30}$/.test(sid) || digits > 20) return false
  return Number(sid).toExponential(digits) === `${first}e+${Number(power)}`
}
