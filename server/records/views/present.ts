import { studentListColumns } from '#contract/platform/record/columns.ts'
import { currentLayout } from '#contract/platform/table-layout.ts'
import type { View } from '#contract/records/views/shapes.ts'
import type { Caller } from '#server/platform/context.ts'
import { pick } from '#server/platform/lib/pick.ts'
import type { ViewRow } from './queries.ts'
import { brokenFields, mayEdit } from './rules.ts'

/** Returns a view as its reader can use it. */
export const presentView = (row: ViewRow, caller: Pick<Caller, 'id' | 'permission'>): View => ({
  ...pick(row, ['id', 'school_id', 'name', 'shared', 'query', 'version', 'created_at', 'updated_at']),
  owner: { id: row.owner_id, name: row.owner_name },
  may_edit: mayEdit(row, caller),
  columns: row.columns === null ? null : currentLayout(row.columns, studentListColumns),
  broken: brokenFields(row.query),
})
