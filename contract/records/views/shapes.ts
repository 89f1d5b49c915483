import * as z from 'zod/mini'
import { id, idText, person, text } from '#contract/platform/fields.ts'
import { texts } from '#contract/platform/problem.ts'
import { studentListColumns } from '#contract/platform/record/columns.ts'
import { listAnchors } from '#contract/platform/record/narrowing.ts'
import { currentName } from '#contract/platform/record/older-names.ts'
import { isStorable, storedLayout, tableLayout } from '#contract/platform/table-layout.ts'
import { searchText, sortOf } from '#contract/platform/table-query.ts'
import { fieldFilter, filtersOf } from '#contract/platform/table-filters.ts'
import { whereOf, type WhereGroup } from '#contract/platform/table-where.ts'
import { builtInKeys } from './built-in.ts'

/**
 * The query of a view, in the format of the list and of selections. Unknown fields are rejected, and old field
 * names become current ones.
 */
const viewQuery = z
  .strictObject({
    search: z.nullish(searchText),
    filters: z.optional(filtersOf(studentListColumns, listAnchors, currentName)),
    where: z.optional(whereOf(studentListColumns, listAnchors, currentName)),
    sort: z.nullish(sortOf(studentListColumns, currentName)),
  })
  .check(z.refine(isStorable, texts.invalid))

/** The query as saved. Some fields may no longer exist (`broken` names them). */
export const storedQuery = z.object({
  search: z.nullish(z.string()),
  filters: z.optional(z.record(z.string(), fieldFilter)),
  where: z.optional(z.custom<WhereGroup>((value) => typeof value === 'object' && value !== null)),
  sort: z.nullish(z.string()),
})
export type StoredQuery = z.output<typeof storedQuery>

/**
 * A saved view of its owner, in one school or (`school_id` null) in every school; `shared` with all users of
 * the school. `broken` names fields in its query that no longer exist; the view can’t be opened then.
 */
export const view = z.object({
  id: z.int(),
  school_id: z.nullable(z.int()),
  owner: person,
  name: z.string(),
  shared: z.boolean(),
  /** Whether the caller can change it: the owner, or a Shipmate Admin if it’s shared. */
  may_edit: z.boolean(),
  query: storedQuery,
  columns: z.nullable(storedLayout),
  broken: z.array(z.string()),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type View = z.output<typeof view>

const columns = z.nullish(tableLayout(studentListColumns, currentName))

export const newView = z.strictObject({
  school_id: z.nullish(id),
  name: text(60),
  shared: z.optional(z.boolean()),
  query: viewQuery,
  columns,
})

/** Any subset. If `version` is stale, returns 409 with the current view. */
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

/** `view_ids=3,9`; without it, every view the caller can see in the period’s school is counted. */
export const viewCountsQuery = z.strictObject({ period_id: idText, view_ids: z.optional(idList) })

/** Why a built-in view is always empty: `no_day`: the period has no such date; `not_yet`: it opens later. */
const emptyReasons = ['no_day', 'not_yet'] as const

/** The number of records in each view of a period; `quantity` is null if a view is broken. */
export const viewCounts = z.object({
  built_in: z.array(
    z.object({
      key: z.enum(builtInKeys),
      quantity: z.int(),
      empty_because: z.nullable(z.enum(emptyReasons)),
      /** The day it opens, if it has one. */
      opens_on: z.nullable(z.string()),
    }),
  ),
  saved: z.array(z.object({ id: z.int(), quantity: z.nullable(z.int()) })),
})
export type ViewCounts = z.output<typeof viewCounts>
