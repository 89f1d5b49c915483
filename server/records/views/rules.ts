import { isAdmin } from '#contract/platform/access.ts'
import { resolveDay, type KnownDays } from '#contract/platform/relative-day.ts'
import { studentListColumns } from '#contract/platform/record/columns.ts'
import { isGroup, type WhereNode } from '#contract/platform/table-where.ts'
import type { BuiltInView } from '#contract/records/views/built-in.ts'
import type { StoredQuery, ViewCounts } from '#contract/records/views/shapes.ts'
import type { Caller } from '#server/platform/context.ts'

/** The parts of a view that permissions depend on. */
interface ViewOwnership {
  readonly owner_id: number
  readonly shared: boolean
}

/** Returns whether the caller can change a view: its owner, or a Shipmate Admin if it’s shared. */
export const mayEdit = (view: ViewOwnership, caller: Pick<Caller, 'id' | 'permission'>): boolean =>
  view.owner_id === caller.id || (view.shared && isAdmin(caller))

const fieldsOf = (node: WhereNode): string[] => (isGroup(node) ? node.rules.flatMap(fieldsOf) : [node.field])

/** Returns the fields of a saved query that the list no longer has. */
export const brokenFields = ({ filters, where, sort }: StoredQuery): string[] => {
  const sorted = (sort ?? '').split(',').map((key) => key.replace(/^-/, ''))
  const named = [...Object.keys(filters ?? {}), ...(where ? fieldsOf(where) : []), ...sorted]
  return [...new Set(named)].filter((name) => name !== '' && !Object.hasOwn(studentListColumns, name))
}

/** Returns why a built-in view is empty in a period and when it opens; nulls if it’s open. */
export const openStateOf = (
  { opens }: Pick<BuiltInView, 'opens'>,
  days: KnownDays,
): Pick<ViewCounts['built_in'][number], 'empty_because' | 'opens_on'> => {
  if (!opens) return { empty_because: null, opens_on: null }
  const opens_on = resolveDay(opens, days)
  if (opens_on === null) return { empty_because: 'no_day', opens_on }
  return { empty_because: days.today < opens_on ? 'not_yet' : null, opens_on }
}
