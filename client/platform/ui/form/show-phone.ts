import {
  isSupportedCountry,
  isValidPhoneNumber,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/core'
import numbers from 'libphonenumber-js/min/metadata'
import mobileNumbers from 'libphonenumber-js/mobile/metadata'
import type { UseFormReturn } from 'react-hook-form'
import { phoneText } from '#contract/platform/phone.ts'
import { readPhone, type PhoneLibrary } from '#contract/platform/read-phone.ts'

const library: PhoneLibrary = (text, country) => {
  // other texts aren't supported
  const home = country as CountryCode
  const defaultCountry = isSupportedCountry(home, numbers) ? home : 'US'
  const read = parsePhoneNumberFromString(text, { defaultCountry, extract: false }, numbers)
  if (!read) return null
  const { number } = read
  return { number, isValid: read.isValid(), isMobile: isValidPhoneNumber(number, mobileNumbers) }
}

/**
 * Shows a form's phone number as it’s shown once it’s saved: '8045550123' → '(804) 555-0123'. Other text stays. Loaded when a
 * phone field is left, because the tables of numbers are larger than a screen.
 */
export const showPhone = (
  { getValues, setValue }: Pick<UseFormReturn, 'getValues' | 'setValue'>,
  name: string,
  countryField: string | undefined,
): void => {
  const typed: unknown = getValues(name)
  const country: unknown = countryField === undefined ? null : getValues(countryField)
  if (typeof typed !== 'string') return
  const number = readPhone(library, typed, typeof country === 'string' ? country : null)
  const shown = number === null ? typed : phoneText(number)
  if (shown !== typed) setValue(name, shown, { shouldDirty: true })
}
