import { isZip } from '#contract/fields.ts'
import { states } from '#contract/places.ts'
import { texts } from '#contract/problem.ts'

interface Place {
  readonly state?: string | null | undefined
  readonly zip?: string | null | undefined
  readonly country?: string | null | undefined
}

const stateCodes: ReadonlySet<string> = new Set(states.map(({ value }) => value))

/** The two letters of a US place, given as letters or in words; null when it is none. */
export const stateCode = (text: string): string | null => {
  const upper = text.toUpperCase()
  if (stateCodes.has(upper)) return upper
  const named = states.find(({ label }) => label.toUpperCase() === upper)
  return named?.value ?? null
}

/** In the US a state is one of the list and the ZIP is ZIP or ZIP+4; elsewhere both are free text. */
export const placeErrors = (place: Place): Record<string, string> => {
  if ((place.country ?? 'US') !== 'US') return {}
  return {
    ...(place.state != null && stateCode(place.state) === null ? { state: texts.selected } : {}),
    ...(place.zip != null && !isZip(place.zip) ? { zip: texts.zip } : {}),
  }
}

/** A birth date lies in the past, and not before 1900. */
export const birthDayError = (dob: string | null | undefined, today: string): Record<string, string> =>
  dob != null && dob > today ? { dob: 'The :attribute field must be a date in the past.' } : {}
