import * as z from 'zod/mini'
import { coverageStatuses } from '#contract/platform/coverage/choices.ts'
import { searchText } from '#contract/platform/table-query.ts'
import { valueColumns } from '#contract/platform/record/columns.ts'
import { narrowingQuery } from '#contract/platform/record/narrowing.ts'

/** The column whose values are requested, with the current filters; `contains` filters the values themselves. */
export const valuesQuery = z.strictObject({
  field: z.enum(valueColumns),
  ...narrowingQuery,
  contains: z.optional(searchText),
})

/**
 * The values of a column, most frequent first, at most 200; null means empty. Texts that differ only in case or
 * accents are one value in its most frequent spelling. An `equals` filter for it matches `quantity` rows.
 */
export const columnValues = z.object({
  data: z.array(
    z.object({
      value: z.nullable(z.union([z.string(), z.number(), z.boolean()])),
      quantity: z.int(),
    }),
  ),
  /** `more`: there are other, less frequent values. */
  meta: z.object({ more: z.boolean() }),
})
export type ColumnValues = z.output<typeof columnValues>

/** The number of student-periods by status of a coverage type. */
export const statusQuantity = z.object({ status: z.enum(coverageStatuses), quantity: z.int() })
