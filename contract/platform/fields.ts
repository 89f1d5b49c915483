import * as z from 'zod/mini'
import { isLikePhone, isPhone, toPhone } from './phone.ts'
import { texts } from './problem.ts'

/** An ID in a body: a positive integer. */
export const id = z.int().check(z.positive())

/** An ID in a path or query, in canonical form. '01', '1.0' and ' 1' aren’t accepted. */
export const idText = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,14}$/, texts.selected)),
  z.transform((text: string) => Number(text)),
)

/** A boolean as a part of a multipart body; false if it’s left out. */
export const flagText = z._default(
  z.pipe(
    z.enum(['true', 'false', '1', '0']),
    z.transform((value) => value === 'true' || value === '1'),
  ),
  false,
)

/** The params schema for `{id}` in a path. */
export const idParams = z.strictObject({ id: idText })

/** A user by ID and name. */
export const person = z.object({ id: z.int(), name: z.string() })

/** Returns whether text can be stored. PostgreSQL rejects NUL, and a lone surrogate isn’t a character. */
export const isStorableText = (value: string): boolean =>
  !value.includes('\0') && !/\p{Surrogate}/u.test(value)

/** Returns a schema for text of at most `max` characters. */
export const text = (max = 255) => z.string().check(z.minLength(1, texts.required), z.maxLength(max))

/** A first name: empty text for someone with one name, which null and blanks stand for too. */
export const firstName = z.pipe(
  z.nullable(z.string().check(z.trim(), z.maxLength(100))),
  z.transform((name) => name ?? ''),
)

const isCalendarDay = (value: string): boolean => {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  if (!parts) return false
  const [year, month, date] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return year >= 1 && month >= 1 && month <= 12 && date >= 1 && date <= days
}

/** A calendar date, `YYYY-MM-DD`. */
export const day = z.string().check(z.refine(isCalendarDay, texts.date))

/** A birth date, not before 1900. The server checks that it’s in the past, because it has the clock. */
export const birthDay = z
  .string()
  .check(z.refine((value) => isCalendarDay(value) && value >= '1900-01-01', texts.date))

/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/** Money: a decimal string, written with 2 decimal places and read with 0, 1 or 2. */
export const money = z.pipe(
  z.string().check(z.regex(/^\d{1,8}(\.\d{1,2})?$/, texts.amount)),
  z.transform((value: string) => {
    const [whole = '0', cents = ''] = value.split('.')
    return `${whole.replace(/^0+(?=\d)/, '')}.${cents.padEnd(2, '0')}`
  }),
)

/** The largest premium or fee. No student plan costs more in a year. */
const highestCharge = 99_999.99

/** A premium or fee: money up to `mostMoney`. Larger amounts are typing errors. */
export const charge = money.check(
  z.refine((amount: string) => Number(amount) <= highestCharge, 'Enter an amount of at most $99,999.99.'),
)

export const yesNo = z.boolean()

/** One email address. Rejects anything that could become a second recipient or a header. */
export const emailAddress = z
  .string()
  .check(
    z.maxLength(254),
    z.regex(/^[^\s@"<>(),;:\\[\]]{1,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,8}$/i, texts.email),
  )

/** A phone number that `isNumber` accepts. */
const phoneThat = (isNumber: (text: string) => boolean) =>
  z.string().check(z.maxLength(40), z.refine(isNumber, texts.phone))

/** A phone number in E.164: 10 U.S. digits in any format, or another country’s with its code. */
export const phone = z.pipe(phoneThat(isPhone), z.transform(toPhone))

/** A phone number of someone who has a country: the server reads it by that country (`readPhone`). */
export const homePhone = phoneThat(isLikePhone)

export const isZip = (value: string): boolean => /^\d{5}(-\d{4})?$/.test(value)

/** A ZIP code or ZIP+4, for U.S. addresses. */
export const zip = z.string().check(z.refine(isZip, texts.zip))

/**
 * Returns the digits of an SSN or ITIN, with or without dashes. Null unless there are 9 digits that aren’t all
 * equal.
 */
export const toSsn = (value: string): string | null => {
  const digits = /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(value) ? value.replaceAll(/[- ]/g, '') : null
  return digits === null || /^(\d)\1{8}$/.test(digits) ? null : digits
}

/** An SSN in a body: 9 digits, or its own mask, which means unchanged. */
export const ssn = z
  .string()
  .check(z.refine((value) => toSsn(value) !== null || /^\*{3}-\*{2}-\d{4}$/.test(value), texts.nine_digits))

/** Returns the mask of an SSN: '1234' → '***-**-1234'. */
export const ssnMask = (lastFour: string): string => `***-**-${lastFour}`
