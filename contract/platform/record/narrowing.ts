import * as z from 'zod/mini'
import { id } from '#contract/platform/fields.ts'
import { calendarAnchors, periodAnchors } from '#contract/platform/relative-day.ts'
import { searchText, tableQuery } from '#contract/platform/table-query.ts'
import { filtersOf, filtersText } from '#contract/platform/table-filters.ts'
import { whereOf, whereText } from '#contract/platform/table-where.ts'
import { studentListColumns } from './columns.ts'

/** The anchors for relative dates in filters of the student list: from the calendar and the period. */
export const listAnchors = [...calendarAnchors, ...periodAnchors] as const

/** The filters of the student list in a query string: `search`, `filters` and `where`, all of which must match. */
export const narrowingQuery = {
  search: z.optional(searchText),
  filters: z.optional(filtersText(studentListColumns, listAnchors)),
  where: z.optional(whereText(studentListColumns, listAnchors)),
} as const

/** The query of the student list: the parameters of every list, and `where`. */
export const studentListQuery = z.strictObject({ ...tableQuery(studentListColumns), ...narrowingQuery })

/** The same filters in a body. */
export const narrowing = {
  search: z.nullish(searchText),
  filters: z.optional(filtersOf(studentListColumns, listAnchors)),
  where: z.optional(whereOf(studentListColumns, listAnchors)),
} as const

/** A selection: these IDs, or all that match except a few. */
export const selection = z.strictObject({
  period_id: id,
  ...narrowing,
  except_ids: z.optional(z.array(id).check(z.maxLength(10_000))),
})
export type Selection = z.output<typeof selection>
