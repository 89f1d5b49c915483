import { isAdmin } from '#contract/access.ts'
import { resolveDay, type KnownDays } from '#contract/relative-day.ts'
import { studentListColumns } from '#contract/student-periods/columns.ts'
import { isGroup, type WhereNode } from '#contract/table-where.ts'
import type { BuiltInView } from '#contract/views/built-in.ts'
import type { StoredQuery, ViewCounts } from '#contract/views/shapes.ts'
import type { Caller } from '../context.ts'

/** As much of a view as rights depend on. */
export interface Owned {
  readonly owner_id: number
  readonly shared: boolean
}

/** Its owner, and a Shipmate Admin where it is shared; whoever else sees it only looks. */
export const mayEdit = (view: Owned, caller: Pick<Caller, 'id' | 'permission'>): boolean =>
  view.owner_id === caller.id || (view.shared && isAdmin(caller))

const fieldsOf = (node: WhereNode): string[] => (isGroup(node) ? node.rules.flatMap(fieldsOf) : [node.field])

/** The fields of a stored query that the list does not have any more. */
export const brokenFields = ({ filters, where, sort }: StoredQuery): string[] => {
  const sorted = (sort ?? '').split(',').map((key) => key.replace(/^-/, ''))
  const named = [...Object.keys(filters ?? {}), ...(where ? fieldsOf(where) : []), ...sorted]
  return [...new Set(named)].filter((name) => name !== '' && !Object.hasOwn(studentListColumns, name))
}

/** Whether a built-in view is open in a period, and why not. */
export const openingOf = (
  { opens }: Pick<BuiltInView, 'opens'>,
  days: KnownDays,
): Pick<ViewCounts['built_in'][number], 'empty_because' | 'opens_on'> => {
  if (!opens) return { empty_because: null, opens_on: null }
  const opens_on = resolveDay(opens, days)
  if (opens_on === null) return { empty_because: 'no_day', opens_on }
  return { empty_because: days.today < opens_on ? 'not_yet' : null, opens_on }
}
