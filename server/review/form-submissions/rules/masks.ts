import * as z from 'zod/mini'
import { ssnMask, toSsn } from '#contract/platform/fields.ts'
import type { SentForm } from '#contract/review/form-submissions/sent-form.ts'

const maybeText = z.optional(z.nullable(z.string()))

/**
 * A saved unfinished form. Only the keys that the server uses are read, so that a form can be continued after an update
 * that changes its fields.
 */
export const savedForm = z.looseObject({
  ssn: maybeText,
  dependents: z.optional(z.nullable(z.array(z.looseObject({ ssn: maybeText })))),
  file_tokens: z.optional(z.nullable(z.array(z.string()))),
})
export type SavedForm = z.output<typeof savedForm>

/** Returns the mask of an SSN. Null if it isn’t one. */
const maskOf = (ssn: unknown): string | null => {
  const digits = typeof ssn === 'string' ? toSsn(ssn) : null
  return digits === null ? null : ssnMask(digits.slice(-4))
}

const masked = <T extends { readonly ssn?: string | null | undefined }>(one: T): T => {
  const mask = maskOf(one.ssn)
  return mask === null ? one : { ...one, ssn: mask }
}

/** Returns a saved form with masks instead of SSNs. */
export const maskSsns = (saved: SavedForm): SavedForm => ({
  ...masked(saved),
  ...(saved.dependents ? { dependents: saved.dependents.map(masked) } : {}),
})

/**
 * Returns a form with the saved SSNs where it has their masks. A dependent’s mask is looked up at its place first; if
 * the dependents were reordered, it must be the mask of only one.
 */
export const keepSsns = (sent: SentForm, saved: SavedForm): SentForm => {
  const ssn: unknown = Reflect.get(sent, 'ssn')
  const own = maskOf(saved.ssn) === ssn ? saved.ssn : null
  const known = saved.dependents ?? []
  const ssnOf = (mask: string | null | undefined, index: number): string | null => {
    if (mask == null || toSsn(mask) !== null) return null
    const same = known.filter((one) => maskOf(one.ssn) === mask)
    const place = known[index]
    if (place && same.includes(place)) return place.ssn ?? null
    return same.length === 1 ? (same[0]?.ssn ?? null) : null
  }
  return {
    ...sent,
    ...(own == null ? {} : { ssn: own }),
    ...(sent.dependents
      ? {
          dependents: sent.dependents.map((one, index) => ({
            ...one,
            ssn: ssnOf(one.ssn, index) ?? one.ssn,
          })),
        }
      : {}),
  }
}
