import * as z from 'zod/mini'
import type { CompanyMove } from '#contract/records/insurance-companies/shapes.ts'
import type { BulkResult } from '#contract/platform/record/bulk.ts'
import { work } from '#server/platform/jobs/index.ts'
import { assignNames, mergeCompanies } from './commands.ts'

const expected = z.optional(z.object({ student_periods: z.int() }))

/** Returns a merge or match as the result of a job; no records are skipped. */
const resultOf = ({ student_periods }: CompanyMove): BulkResult => ({
  matched: student_periods,
  changed: student_periods,
  skipped: [],
  skipped_total: 0,
  moves: [],
})

/** A merge of too many records for one request. */
export const merging = work({
  kind: 'merge-insurance-companies',
  ask: z.object({ id: z.int(), merge_into_id: z.int(), expected }),
  change: async (context, ask) => resultOf(await mergeCompanies(context, ask)),
})

/** A match of the typed names of too many records for one request. */
export const assigning = work({
  kind: 'assign-insurance-names',
  ask: z.object({ id: z.int(), names: z.array(z.string()), expected }),
  change: async (context, ask) => resultOf(await assignNames(context, ask)),
})

export const insuranceCompanyTasks = [merging.task, assigning.task]
