import * as z from 'zod/mini'
import { coverageStatuses } from '../coverage/choices.ts'
import { searchText } from '../table-query.ts'
import { valueColumns } from './columns.ts'
import { narrowingQuery } from './narrowing.ts'

/** Of which column the values are asked, under what; `contains` narrows the values themselves. */
export const valuesQuery = z.strictObject({
  field: z.enum(valueColumns),
  ...narrowingQuery,
  contains: z.optional(searchText),
})

/**
 * The values of a column, the most frequent first, at most 200 of them; null stands for empty. Texts that differ in case
 * or accents only are one value, in its most frequent spelling: a filter that `equals` it finds `quantity` rows.
 */
export const columnValues = z.object({
  data: z.array(
    z.object({
      value: z.nullable(z.union([z.string(), z.number(), z.boolean()])),
      quantity: z.int(),
    }),
  ),
  /** `more`: there are further values, less frequent. */
  meta: z.object({ more: z.boolean() }),
})
export type ColumnValues = z.output<typeof columnValues>

/** How many student-periods stand in each status of a line. */
export const statusQuantity = z.object({ status: z.enum(coverageStatuses), quantity: z.int() })
