import * as z from 'zod/mini'
import { texts } from './problem.ts'

/** An id in a body: a positive integer. */
export const id = z.int().check(z.positive())

/** An id in a path or query: its one canonical spelling ('01', '1.0' and ' 1' are none). */
export const idText = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,14}$/, texts.selected)),
  z.transform((text: string) => Number(text)),
)

/** `{id}` of a path. */
export const idParams = z.strictObject({ id: idText })

/** Whether text can be kept: the database holds no NUL, and a lone surrogate is no character. */
export const isKeepable = (value: string): boolean => !value.includes('\0') && !/\p{Surrogate}/u.test(value)

/** Text of at most `max` characters. */
export const text = (max = 255) => z.string().check(z.minLength(1, texts.required), z.maxLength(max))

const isCalendarDay = (value: string): boolean => {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  if (!parts) return false
  const [year, month, date] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return year >= 1 && month >= 1 && month <= 12 && date >= 1 && date <= days
}

/** A calendar day, `YYYY-MM-DD`. */
export const day = z.string().check(z.refine(isCalendarDay, texts.date))

/** A birth date: not before 1900 (not in the future is the server's to judge, it knows today). */
export const birthDay = z
  .string()
  .check(z.refine((value) => isCalendarDay(value) && value >= '1900-01-01', texts.date))

/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/** Money: a decimal string with two places, read with none, one or two. */
export const money = z.pipe(
  z.string().check(z.regex(/^\d{1,8}(\.\d{1,2})?$/, 'The :attribute field must be an amount like 1234.50.')),
  z.transform((value: string) => {
    const [whole = '0', cents = ''] = value.split('.')
    return `${whole.replace(/^0+(?=\d)/, '')}.${cents.padEnd(2, '0')}`
  }),
)

/** The most that a premium or fee can be: no student plan costs more in a year. */
const highestCharge = 99_999.99

/** A premium or fee: money of which larger amounts are slips of the key. */
export const charge = money.check(
  z.refine((amount: string) => Number(amount) <= highestCharge, 'Enter an amount of at most $99,999.99.'),
)

export const yesNo = z.boolean()

/** One address, nothing that could become a second recipient or a header. */
export const emailAddress = z
  .string()
  .check(
    z.maxLength(254),
    z.regex(/^[^\s@"<>(),;:\\[\]]{1,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,8}$/i, texts.email),
  )

/** Digits of a phone number as E.164: ten US digits however written, others with `+`. Null when it is none. */
export const toE164 = (value: string): string | null => {
  const bare = value.replaceAll(/[\s().\-/]/g, '')
  if (/^\+[1-9]\d{6,14}$/.test(bare)) return bare
  if (/^\d{10}$/.test(bare)) return `+1${bare}`
  return /^1\d{10}$/.test(bare) ? `+${bare}` : null
}

export const phone = z.pipe(
  z.string().check(
    z.maxLength(40),
    z.refine((value) => toE164(value) !== null, 'The :attribute field must be a phone number.'),
  ),
  z.transform((value: string) => toE164(value) ?? value),
)

export const isZip = (value: string): boolean => /^\d{5}(-\d{4})?$/.test(value)

/** A ZIP code, or ZIP+4, where the place is in the US. */
export const zip = z.string().check(z.refine(isZip, texts.zip))

/** Nine digits (SSN or ITIN), not all equal, with or without dashes; stored as digits. */
export const toSsn = (value: string): string | null => {
  const digits = /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(value) ? value.replaceAll(/[- ]/g, '') : null
  return digits === null || /^(\d)\1{8}$/.test(digits) ? null : digits
}

/** An SSN in a body: nine digits, or its own mask, which means unchanged. */
export const ssn = z
  .string()
  .check(
    z.refine(
      (value) => toSsn(value) !== null || /^\*{3}-\*{2}-\d{4}$/.test(value),
      'The :attribute field must be nine digits.',
    ),
  )

/** '1234' → '***-**-1234' */
export const ssnMask = (lastFour: string): string => `***-**-${lastFour}`
