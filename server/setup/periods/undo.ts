import { sql } from 'kysely'
import { periodAbout } from '#contract/setup/periods/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { lockPeriod, scope } from '#server/platform/db/scope.ts'
import {
  isUnchangedSince,
  undoEach,
  type ChangeEntry,
  type StepResult,
  type UndoHandler,
} from '#server/platform/history/index.ts'
import { undoPublishing } from './commands/publish-documents.ts'
import { isTakenName } from './queries/periods.ts'
import { setRemoved, writeAbout } from './record.ts'

/** Publishes what students saw before a change published sections. */
export const undoPublications: UndoHandler = async (context, changeId, entries) => {
  const entry = entries.find(({ kind }) => kind === 'period_documents_published')
  return entry ? undoPublishing(context, changeId, entry.subject_id) : { entries: [], left: [] }
}

/** Restores the details that a change of a policy year replaced, if none of them has changed again. */
export const undoPeriods: UndoHandler = (context, _changeId, entries) =>
  undoEach(entries, async (entry) => {
    if (entry.kind === 'period_removed') return restore(context, entry.subject_id)
    if (entry.kind !== 'period_changed') return undefined
    const period = await lockPeriod(context, entry.subject_id)
    const { name, school_id: schoolId, id } = period
    // a year that was closed, reopened and closed again has the value of the first change
    if (!isUnchangedSince(period, entry.changes) || (await hasChangedAgain(context, entry)))
      return { name, reason: 'It changed after that.' }
    const before = Object.fromEntries(entry.changes.map((change) => [change.field, change.before]))
    const { version: _version, ...former } = periodAbout.parse({ ...period, ...before })
    if (await isTakenName(context, { schoolId, name: former.name, exceptId: id }))
      return { name, reason: `“${former.name}” is now the name of another policy year.` }
    return (await writeAbout(context, period, former)) ?? undefined
  })

/** Restores a deleted draft, unless another policy year has its name now. */
const restore = async (context: Context, id: number): Promise<StepResult> => {
  const { rows } = await sql<{ id: number; school_id: number; name: string }>`
    select id, school_id, name from periods
    where id = ${id} and deleted_at is not null and ${scope.within(context, 'school_id')} for update`.execute(
    context.db,
  )
  const [period] = rows
  if (!period) return undefined
  const { school_id: schoolId, name } = period
  if (await isTakenName(context, { schoolId, name }))
    return { name, reason: `“${name}” is now the name of another policy year.` }
  return setRemoved(context, period, false)
}

/** Returns whether one of the same details changed after the entry, in a change that still applies. */
const hasChangedAgain = async (
  context: Context,
  { id, subject_id, changes }: ChangeEntry,
): Promise<boolean> => {
  const fields = changes.map(({ field }) => field)
  const { rows } = await sql`
    select from history h join changes c on c.id = h.change_id
    where h.subject_type = 'period' and h.subject_id = ${subject_id} and h.id > ${id} and h.kind = 'period_changed'
      and ${scope.within(context, 'h.school_id')} and c.undoes_change_id is null
      and not exists (select from changes undone where undone.undoes_change_id = c.id)
      and exists (select from jsonb_array_elements(h.changes) change where change->>'field' = any(${fields}::text[]))
    limit 1`.execute(context.db)
  return rows.length > 0
}
