import * as z from 'zod/mini'
import { id, idText, text } from '../fields.ts'
import { texts } from '../problem.ts'
import { studentListColumns } from '../student-periods/columns.ts'
import { listAnchors } from '../student-periods/narrowing.ts'
import { presentName } from '../student-periods/older-names.ts'
import { isStorable, storedLayout, tableLayout } from '../table-layout.ts'
import { searchText, sortOf } from '../table-query.ts'
import { fieldFilter, filtersOf } from '../table-filters.ts'
import { whereOf, type WhereGroup } from '../table-where.ts'
import { builtInKeys } from './built-in.ts'

/**
 * What a view asks of the student list, spelled as the list and selections take it; unknown fields are refused, older
 * names of fields become the present ones.
 */
export const viewQuery = z
  .strictObject({
    search: z.nullish(searchText),
    filters: z.optional(filtersOf(studentListColumns, listAnchors, presentName)),
    where: z.optional(whereOf(studentListColumns, listAnchors, presentName)),
    sort: z.nullish(sortOf(studentListColumns, presentName)),
  })
  .check(z.refine(isStorable, texts.invalid))

/** The same as it was stored: fields may have gone since (`broken` names them). */
export const storedQuery = z.object({
  search: z.nullish(z.string()),
  filters: z.optional(z.record(z.string(), fieldFilter)),
  where: z.optional(z.custom<WhereGroup>((value) => typeof value === 'object' && value !== null)),
  sort: z.nullish(z.string()),
})
export type StoredQuery = z.output<typeof storedQuery>

/**
 * A saved view: its owner's, in one school or (`school_id` null) in every school; `shared` with all who may enter the
 * school. `broken` names fields of its query that the list no longer has: it cannot be opened as it stands.
 */
export const view = z.object({
  id: z.int(),
  school_id: z.nullable(z.int()),
  owner: z.object({ id: z.int(), name: z.string() }),
  name: z.string(),
  shared: z.boolean(),
  /** Its owner, or a Shipmate Admin where it is shared. */
  may_edit: z.boolean(),
  query: storedQuery,
  columns: z.nullable(storedLayout),
  broken: z.array(z.string()),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type View = z.output<typeof view>

const columns = z.nullish(tableLayout(studentListColumns, presentName))

export const newView = z.strictObject({
  school_id: z.nullish(id),
  name: text(60),
  shared: z.optional(z.boolean()),
  query: viewQuery,
  columns,
})

/** Any subset; `version` as it was read, 409 with the present view when it is another. */
export const viewChange = z.strictObject({
  name: z.optional(text(60)),
  shared: z.optional(z.boolean()),
  query: z.optional(viewQuery),
  columns,
  version: z.int(),
})

const idList = z.pipe(
  z.string().check(z.maxLength(1000)),
  z.pipe(
    z.transform((value: string) => value.split(',')),
    z.array(idText).check(z.maxLength(100)),
  ),
)

/** `view_ids=3,9`; without it every view that the caller sees in the period's school is counted. */
export const viewCountsQuery = z.strictObject({ period_id: idText, view_ids: z.optional(idList) })

/** Why a built-in view is empty by its nature: `no_day` the period has no such day, `not_yet` it opens later. */
export const emptyReasons = ['no_day', 'not_yet'] as const

/** How many records each view holds in a period; `quantity` is null where a view is broken. */
export const viewCounts = z.object({
  built_in: z.array(
    z.object({
      key: z.enum(builtInKeys),
      quantity: z.int(),
      empty_because: z.nullable(z.enum(emptyReasons)),
      /** The day on which it opens, where it opens at all. */
      opens_on: z.nullable(z.string()),
    }),
  ),
  saved: z.array(z.object({ id: z.int(), quantity: z.nullable(z.int()) })),
})
export type ViewCounts = z.output<typeof viewCounts>
