import { studentListColumns } from '#contract/student-periods/columns.ts'
import { layoutNow } from '#contract/table-layout.ts'
import type { View } from '#contract/views/shapes.ts'
import type { Caller } from '../context.ts'
import { pick } from '../lib/pick.ts'
import type { ViewRow } from './queries.ts'
import { brokenFields, mayEdit } from './rules.ts'

/** A view as its reader may use it. */
export const presentView = (row: ViewRow, caller: Pick<Caller, 'id' | 'permission'>): View => ({
  ...pick(row, ['id', 'school_id', 'name', 'shared', 'query', 'version', 'created_at', 'updated_at']),
  owner: { id: row.owner_id, name: row.owner_name },
  may_edit: mayEdit(row, caller),
  columns: row.columns === null ? null : layoutNow(row.columns, studentListColumns),
  broken: brokenFields(row.query),
})
