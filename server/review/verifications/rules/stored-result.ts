import { eligibilityStatuses } from '#contract/review/verifications/choices.ts'
import { payer, resultBasis, verifiedAmounts, verifiedPlan } from '#contract/review/verifications/shapes.ts'
import * as z from 'zod/mini'

/** What an answer means, as a report keeps it. */
export const storedResult = z.object({
  status: z.enum(eligibilityStatuses),
  reason_code: z.nullable(z.string()),
  message: z.nullable(z.string()),
  next_step: z.nullable(z.string()),
  plan: z.nullable(verifiedPlan),
  deductible: z.nullable(verifiedAmounts),
  out_of_pocket_max: z.nullable(verifiedAmounts),
  other_payers: z.array(payer),
  basis: resultBasis,
})
type StoredResult = z.output<typeof storedResult>

/** The parts of a result that leave something open. */
export type OpenResult = Pick<StoredResult, 'message' | 'basis'>

/** What an answer means once staff accept that the payer knows the student by this first name; null if nothing differs. */
export const storedIfAccepted = z.nullable(z.object({ first_name: z.string(), reading: storedResult }))

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

/** Returns a result as the columns of a report. */
export const resultColumns = (result: StoredResult) => ({
  ...result,
  plan: json(result.plan),
  deductible: json(result.deductible),
  out_of_pocket_max: json(result.out_of_pocket_max),
  other_payers: JSON.stringify(result.other_payers),
  basis: JSON.stringify(result.basis),
})

/** Returns what a result leaves open, as sentences: until staff accept it, nothing happens automatically. */
export const openIn = (result: OpenResult, ifAccepted: z.output<typeof storedIfAccepted>): string[] => [
  ...(ifAccepted && result.message !== null ? [result.message] : []),
  ...result.basis.questions,
  ...(ifAccepted?.reading.basis.questions ?? []),
]
