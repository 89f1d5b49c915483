import { isZip } from '#contract/fields.ts'
import { states } from '#contract/places.ts'
import { texts } from '#contract/problem.ts'

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
