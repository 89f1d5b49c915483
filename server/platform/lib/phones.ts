import {
  isSupportedCountry,
  isValidPhoneNumber,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/core'
import numbers from 'libphonenumber-js/min/metadata'
import mobileNumbers from 'libphonenumber-js/mobile/metadata'
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

/** Returns the E.164 form of a number that someone in a country typed; null if it isn’t a phone number. */
export const readPhoneIn = (text: string, country: string | null): string | null =>
  readPhone(library, text, country)

/** Returns the E.164 form of a number that’s in the U.S. unless it has a country code; null if it isn’t a phone number. */
export const readUsPhone = (text: string): string | null => readPhoneIn(text, 'US')
