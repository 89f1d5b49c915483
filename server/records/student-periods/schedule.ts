import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import { fullName } from '#server/platform/db/person-names.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { dayText } from '#server/platform/lib/day-text.ts'
import { doEach } from '#server/platform/lib/do-each.ts'
import { lockRow } from './record/lock.ts'
import { save } from './record/save.ts'
import type { MovableRow } from './rules/movable-row.ts'
import { planChange } from './rules/plan.ts'
import { cancelStep, dueSteps } from './rules/steps.ts'

interface DueRecord {
  readonly id: number
  readonly school_id: number
}

/** Returns the records whose planned change of academic status is due, in every school that isn’t archived. */
const listDue = async ({ db }: Services, today: string): Promise<readonly DueRecord[]> => {
  // scope: the system’s nightly work in every school
  const { rows } = await sql<DueRecord>`
    select sp.id, sp.school_id
    from student_periods sp join schools school on school.id = sp.school_id
    where sp.planned_status_on <= ${today}::date and sp.deleted_at is null and school.archived_at is null
    order by sp.planned_status_on, sp.id`.execute(db)
  return rows
}

/**
 * Makes the planned changes of academic status whose day has come, each in a transaction, so that one that fails keeps no
 * other. Returns how many were made.
 */
export const makePlannedChanges = async (services: Services): Promise<number> => {
  const today = dayIn(services.clock, officeTimeZone)
  const made = await doEach(
    services,
    'A planned status change wasn’t made. Retrying.',
    (await listDue(services, today)).map((record) => [record.id, record]),
    (record) => makeOne(services, record, today),
  )
  return made.filter(Boolean).length
}

/** Makes the change that a record waits for. Another process may have made it, or someone canceled it, before the lock. */
const makeOne = async (services: Services, { id, school_id }: DueRecord, today: string): Promise<boolean> => {
  const { clock } = services
  const afterCommit: (() => void)[] = []
  const isMade = await services.db.transaction().execute(async (db) => {
    const system = { ...scope.asSystem(db, school_id), clock }
    const row = await lockRow(system, id)
    if (!row?.planned || row.planned.effective_on > today) return false
    const isPassed = row.status === 'inactive'
    const kind = isPassed ? 'status_change_canceled' : 'student_status_changed'
    const plan = planChange(row, isPassed ? [cancelStep] : dueSteps(row, today), today)
    const reason = `${isPassed ? 'Not applied because the record is inactive. ' : ''}${await plannedBy(system, row)}`
    const context = { db, clock, services, afterCommit, caller: null, change: null }
    const change = { kind, cause: 'system', undoable: !isPassed, schoolId: school_id } as const
    await save({ context, system }, change, [{ plan, kind, reason }])
    return !isPassed
  })
  for (const run of afterCommit) run()
  return isMade
}

/** Returns who planned a change, and when: 'Planned by Ana Lopez on 11/20/2026.' */
const plannedBy = async (system: ScopeContext, { id }: MovableRow): Promise<string> => {
  const { rows } = await sql<{ planner: string | null; planned_on: string }>`
    select ${fullName('planner')} as planner, (entry.at at time zone ${officeTimeZone})::date as planned_on
    from history entry left join users planner on planner.id = entry.actor_id
    where entry.student_period_id = ${id} and ${scope.within(system, 'entry.school_id')}
      and entry.changes @> '[{"field": "planned_status_on"}]'
    order by entry.id desc limit 1`.execute(system.db)
  const [found] = rows
  if (!found) return 'Planned earlier.'
  return `Planned${found.planner ? ` by ${found.planner}` : ''} on ${dayText(found.planned_on)}.`
}
