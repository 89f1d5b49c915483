import * as z from 'zod/mini'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { genders } from './genders.ts'
import { readableShape } from './record-field.ts'
import { dependentTypes } from './student-period-choices.ts'
import { dependentDateFields } from './student-period-fields.ts'

/** A dependent as read; `ssn` is masked. */
export const dependent = z.object({
  id: z.int(),
  type: z.enum(dependentTypes),
  gender: z.nullable(z.enum(genders)),
  first_name: z.string(),
  last_name: z.string(),
  dob: z.nullable(z.string()),
  ssn: z.nullable(z.string()),
  covers: z.array(z.enum(coverages)),
  ...readableShape(dependentDateFields),
})
export type Dependent = z.output<typeof dependent>
