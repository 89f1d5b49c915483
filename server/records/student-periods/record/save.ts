import { sql } from 'kysely'
import type { HistoryKind } from '#contract/platform/history/shapes.ts'
import { fieldOf } from '#contract/platform/record/known-fields.ts'
import { savedStatusColumns } from '#contract/platform/record/student-period-fields.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { sqlTypes, updateInGroups, type Values, type Write } from '#server/platform/db/update-in-groups.ts'
import { mapInSteps } from '#server/platform/lib/batches.ts'
import {
  fieldChanges,
  recordHistory,
  revertRemovals,
  type ChangeKind,
  type Entry,
  type HistoryContext,
  type RecordChange as Revertible,
  type RevertibleRecord,
} from '#server/platform/history/index.ts'
import type { DependentWrite } from '../rules/dependents.ts'
import { writeDependents } from './dependents.ts'

/** Who changes student-periods. `system` finds them: those of the caller, or of one school. */
interface Writer {
  readonly context: HistoryContext
  readonly system: ScopeContext & Pick<Context, 'clock' | 'progress'>
}

/** A change of one student-period that is locked. */
export interface RecordChange {
  readonly plan: {
    readonly row: {
      readonly id: number
      readonly school_id: number
      readonly student_id: number
      readonly values: Values
    }
    readonly set: Values
    readonly dependents: readonly DependentWrite[]
  }
  /** What the history calls it. */
  readonly kind: HistoryKind
  readonly reason?: string | null
  /** What else the history tells about it, such as the form that was decided. */
  readonly entries?: readonly Entry[]
}

/** What else the history tells about a change: what led to it, and what followed. */
interface MoreEntries {
  readonly before?: readonly Entry[]
  readonly after?: readonly Entry[]
}

/**
 * Saves changes of student-periods and their dependents in the caller’s transaction, each once: rows, versions and history.
 * All rows are written together. Nothing else writes them, but for imports, which insert and update thousands by one
 * statement, and merges of students.
 */
export const save = async (
  { context, system }: Writer,
  change: ChangeKind,
  changes: readonly RecordChange[],
  { before = [], after = [] }: MoreEntries = {},
): Promise<void> => {
  const written = changes.filter(({ plan }) => Object.keys(plan.set).length + plan.dependents.length > 0)
  await writeRows(
    system,
    written.map(({ plan }) => ({ id: plan.row.id, set: setOf(plan) })),
  )
  const dependents = await writeDependents(
    system,
    context.services.keys,
    written.map(({ plan: { row, dependents }, reason }) => ({ row, dependents, reason })),
  )
  const told = await mapInSteps(changes, (one) => [
    ...entriesOf(one),
    ...(dependents.get(one.plan.row.id) ?? []),
    ...(one.entries ?? []),
  ])
  await recordHistory(context, change, [...before, ...told.flat(), ...after])
}

/** A change of only the dependents increments the record’s version too. */
const setOf = ({ row, set }: RecordChange['plan']): Values =>
  Object.keys(set).length > 0 ? set : { status: row.values['status'] ?? null }

const entriesOf = ({ plan: { row, set }, kind, reason = null }: RecordChange): Entry[] => {
  const changes = fieldChanges(row.values, set)
  if (changes.length === 0) return []
  return [
    {
      kind,
      subject: { type: 'student_period', id: row.id },
      school_id: row.school_id,
      student_id: row.student_id,
      student_period_id: row.id,
      reason,
      changes,
    },
  ]
}

/** A student-period to revert, with its status and what becomes of its dependents. */
export interface RevertibleStudentPeriod extends Revertible {
  readonly status: string
  readonly dependents: readonly DependentWrite[]
}

/**
 * Gives student-periods the values of before a change, removes those that it created and restores those that it removed, with
 * their dependents. Returns the history entries of the dependents; those of the records are the undo’s.
 */
export const saveReverted = async (
  context: Context,
  reverted: readonly RevertibleRecord<RevertibleStudentPeriod>[],
): Promise<Entry[]> => {
  const owned = reverted.map(({ dependents, ...row }) => ({ row, dependents }))
  await writeRows(
    context,
    reverted
      .filter(({ how }) => how === 'changed')
      .map(({ id, status, changes }) => ({
        id,
        set:
          changes.length === 0
            ? { status }
            : Object.fromEntries(changes.map(({ field, before }) => [field, before])),
      })),
  )
  // a restored record is sorted under the student’s current name
  await revertRemovals(context, reverted, ({ ids, deleted_at, now }) =>
    sql`
      update student_periods sp
      set deleted_at = ${deleted_at}::timestamptz, version = sp.version + 1, updated_at = ${now},
        sort_name = (select s.sort_name from students s where s.id = sp.student_id)
      where sp.id = any(${ids}::bigint[]) and ${scope.within(context, 'sp.school_id')}`.execute(context.db),
  )
  return [...(await writeDependents(context, context.services.keys, owned)).values()].flat()
}

const typeOf = (name: string): string => {
  const field = fieldOf(name)
  if (field) return sqlTypes[field.kind]
  const saved = savedStatusColumns.get(name)
  if (saved) return sqlTypes[saved]
  if (name === 'deleted_at') return sqlTypes.instant
  throw new Error(`Unknown column: ${name}.`)
}

/** Saves new values in student-periods that are found and locked in the caller’s scope. Increments their versions. */
const writeRows = (system: Writer['system'], writes: readonly Write[]): Promise<void> =>
  updateInGroups(system, 'student_periods', typeOf, writes)
