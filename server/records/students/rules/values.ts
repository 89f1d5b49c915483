import { isZip } from '#contract/platform/fields.ts'
import { states } from '#contract/platform/places.ts'
import { texts } from '#contract/platform/problem.ts'
import { readPhoneIn } from '#server/platform/lib/phones.ts'

interface Place {
  readonly state?: string | null | undefined
  readonly zip?: string | null | undefined
  readonly country?: string | null | undefined
}

const stateCodes: ReadonlySet<string> = new Set(states.map(({ value }) => value))

/** Returns the 2-letter code of a U.S. state given as code or name; null if it isn’t one. */
export const stateCode = (text: string): string | null => {
  const upper = text.toUpperCase()
  if (stateCodes.has(upper)) return upper
  const named = states.find(({ label }) => label.toUpperCase() === upper)
  return named?.value ?? null
}

/**
 * Returns errors of an address: in the U.S., the state must be listed and the ZIP must be ZIP or ZIP+4.
 * Elsewhere both are free text.
 */
export const placeErrors = (place: Place): Record<string, string> => {
  if ((place.country ?? 'US') !== 'US') return {}
  return {
    ...(place.state != null && stateCode(place.state) === null ? { state: texts.selected } : {}),
    ...(place.zip != null && !isZip(place.zip) ? { zip: texts.zip } : {}),
  }
}

/** Returns the error of a birth date after today, on `dob`; {} if it’s fine. */
export const birthDayError = (dob: string | null | undefined, today: string): Record<string, string> =>
  dob != null && dob > today ? { dob: texts.past } : {}

/** Returns the error of a phone number that no phone in the student’s country or with its code can have; {} if it’s fine. */
export const phoneError = (phone: unknown, country: string | null | undefined): Record<string, string> =>
  typeof phone === 'string' && readPhoneIn(phone, country ?? null) === null ? { phone: texts.phone } : {}

/** Returns a phone number without errors as it’s saved; {} if there’s none. */
export const savedPhone = (
  phone: unknown,
  country: string | null | undefined,
): { readonly phone?: string } =>
  typeof phone === 'string' ? { phone: readPhoneIn(phone, country ?? null) ?? phone } : {}
