import { dateFromSerial, format, isDateFormat } from 'numfmt'
import type { WorkbookParts } from './workbook-part.ts'

/** Shows a number as the cell does. */
export type ShowNumber = (number: number) => string

/** The numbers of the built-in formats of dates (ECMA-376 part 1, 18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

/** The most bytes of the styles. */
const maxSize = 32 * 1024 * 1024

/** Days between the first day of the calendar that old Macs used and the usual one. */
const daysTo1904 = 1462

/** Reads how the cells of each style show numbers: dates as YYYY-MM-DD, IDs and ZIPs with their zeros. */
export const readStyles = async (
  parts: WorkbookParts,
  path: string,
  { is1904 }: { readonly is1904: boolean },
): Promise<readonly ShowNumber[]> => {
  const codes = new Map<number, string>()
  const styles: ShowNumber[] = []
  let isInCells = false
  await parts.parse(
    path,
    {
      open: (name, attributes) => {
        if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '')
        if (name === 'cellXfs') isInCells = true
        if (name === 'xf' && isInCells)
          styles.push(showerOf(Number(attributes['numFmtId'] ?? 0), codes, is1904))
      },
      close: (name) => {
        if (name === 'cellXfs') isInCells = false
      },
    },
    maxSize,
  )
  return styles
}

/** Shows a number without a format: an ID of 15 digits has no exponent. */
export const showPlain: ShowNumber = (number) => String(number)

const showerOf = (id: number, codes: ReadonlyMap<number, string>, is1904: boolean): ShowNumber => {
  const code = codes.get(id)
  if (code === undefined) return isBuiltInDate(id) ? (number) => showDay(number, is1904) : showPlain
  if (isDateFormat(code)) return (number) => showDay(number, is1904)
  // 1,234 and 12% are amounts; only zeros and other signs, as in 00000 and 000-00-0000, belong to a value
  if (!/0/.test(code) || /[,%]|General|E\+/i.test(code)) return showPlain
  return (number) => format(code, number, { throws: false })
}

const two = (number: number): string => String(number).padStart(2, '0')

const showDay = (serial: number, is1904: boolean): string => {
  const [year, month, day] = dateFromSerial(serial + (is1904 ? daysTo1904 : 0))
  return serial < 1 ? showPlain(serial) : `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}
