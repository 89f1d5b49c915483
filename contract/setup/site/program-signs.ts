import * as z from 'zod/mini'

/** Seconds that a person needs at least to fill in a form of the site. */
const leastSeconds = 3

/** What a form of the site sends so that what a program filled in can be left out. */
export const programSigns = {
  /** A field that people don’t see. A form that has something in it isn’t saved, and gets the same reply. */
  left_empty: z.nullish(z.string().check(z.maxLength(500))),
  /** Seconds since the page was opened. A complete form that took less than 3 isn’t saved, and gets the same reply. */
  elapsed_seconds: z.optional(z.number().check(z.nonnegative())),
}
type ProgramSigns = z.output<z.ZodMiniObject<typeof programSigns>>

/** Returns whether a program filled in a form: people don’t see one of its fields, and take a while. */
export const isFilledInByProgram = ({ left_empty, elapsed_seconds: seconds }: ProgramSigns): boolean =>
  left_empty != null || (seconds !== undefined && seconds < leastSeconds)
