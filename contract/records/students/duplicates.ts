import * as z from 'zod/mini'

/** A student who may be the same person, and why: an ID that means the same, or the same name and birth date. */
export const possibleDuplicate = z.object({
  id: z.int(),
  sid: z.string(),
  name: z.string(),
  dob: z.string(),
  same: z.enum(['student_id', 'name_and_birth_date', 'name_and_similar_birth_date']),
})
export type PossibleDuplicate = z.output<typeof possibleDuplicate>

/** What a 409 `duplicate` has in `data`. */
export const possibleDuplicates = z.object({ students: z.array(possibleDuplicate) })
