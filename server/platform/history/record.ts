import { sql, type RawBuilder } from 'kysely'
import type { Cause, FieldChange, HistoryKind, SubjectType } from '#contract/platform/history/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { batches } from '#server/platform/lib/batches.ts'

/** The history entry of one record. SSNs in `changes` are masked. */
export interface Entry {
  readonly kind: HistoryKind
  readonly subject: { readonly type: SubjectType; readonly id: number }
  readonly school_id?: number | null
  readonly student_id?: number | null
  readonly student_period_id?: number | null
  readonly reason?: string | null
  readonly changes: readonly FieldChange[]
}

/** The kind of change the entries belong to. */
export interface ChangeKind {
  readonly kind: HistoryKind
  /** Defaults to `person`. */
  readonly cause?: Cause
  readonly schoolId?: number | null
  /** Whether the user can undo it (X-Change-Id). An undoable change records all values it replaces. */
  readonly undoable?: boolean
  readonly undoes?: number
}

/** The contexts that record history: requests, and jobs for a user. */
export type HistoryContext = Pick<Context, 'db' | 'clock' | 'services' | 'afterCommit' | 'progress'> & {
  readonly caller: { readonly id: number; readonly emergency_id?: number | null } | null
  change: Context['change']
  /** Where the change comes from, if it’s a request. */
  readonly requestId?: string
  readonly address?: string | null
}

/** Starts the change of this request or job, or returns the one already started. */
export const startChange = async (context: HistoryContext, kind: ChangeKind): Promise<number> => {
  if (context.change) return context.change.id
  const { rows } = await sql<{ id: number }>`${withChange(context, kind)} select id from act`.execute(
    context.db,
  )
  return registerChange(context, kind, rows)
}

/** Returns `with act as …`: the started change, or one that starts with this statement. */
const withChange = (context: HistoryContext, kind: ChangeKind): RawBuilder<unknown> =>
  context.change
    ? sql`with act as (select ${context.change.id}::bigint as id)`
    : sql`with act as (
        insert into changes (at, actor_id, cause, kind, school_id, undoes_change_id, is_undoable,
          address, request_id, emergency_id)
        values (${context.clock.now().toISOString()}, ${context.caller?.id ?? null}, ${kind.cause ?? 'person'}, ${kind.kind},
          ${kind.schoolId ?? null}, ${kind.undoes ?? null}, ${kind.undoable ?? false},
          ${originOf(context)})
        returning id)`

/** Returns from where and by which request a change is made, and in which emergency access. */
const originOf = ({ address, requestId, caller }: HistoryContext): RawBuilder<unknown> =>
  sql`${address ?? null}, ${requestId ?? null}, ${caller?.emergency_id ?? null}::bigint`

const registerChange = (
  context: HistoryContext,
  kind: ChangeKind,
  [begun]: readonly { readonly id: number }[],
): number => {
  if (context.change) return context.change.id
  if (!begun) throw new Error('The change wasn’t started.')
  context.change = { id: begun.id, undoable: kind.undoable ?? false }
  context.afterCommit.push(() => context.services.onHistory(begun.id, context.caller?.id ?? null))
  return begun.id
}

/** Entries per statement. */
const batchSize = 2000

/**
 * Records history entries in the transaction that changes the records: one change, one entry per record.
 * Returns the change’s ID.
 */
export const recordHistory = async (
  context: HistoryContext,
  kind: ChangeKind,
  entries: readonly Entry[],
): Promise<number> => {
  if (entries.length === 0) return startChange(context, kind)
  for (const batch of batches(entries, batchSize)) {
    registerChange(context, kind, await insertEntries(context, kind, batch))
    context.progress?.add(batch.length)
  }
  return context.change?.id ?? startChange(context, kind)
}

/** Inserts the change with its first entries in one statement. */
const insertEntries = async (
  context: HistoryContext,
  kind: ChangeKind,
  entries: readonly Entry[],
): Promise<{ id: number }[]> => {
  const column = <T>(pick: (entry: Entry) => T): T[] => entries.map(pick)
  const statement = sql<{ id: number }>`
    ${withChange(context, kind)}, written as (
      insert into history (change_id, at, actor_id, cause, subject_type, subject_id, school_id, student_id,
        student_period_id, kind, reason, changes)
      select act.id, ${context.clock.now().toISOString()}::timestamptz, ${context.caller?.id ?? null}::bigint,
        ${kind.cause ?? 'person'}, subject_type, subject_id, school_id, student_id, student_period_id, kind, reason, changes
      from act cross join unnest(
        ${column((entry) => entry.subject.type)}::text[], ${column((entry) => entry.subject.id)}::bigint[],
        ${column((entry) => entry.school_id ?? null)}::bigint[], ${column((entry) => entry.student_id ?? null)}::bigint[],
        ${column((entry) => entry.student_period_id ?? null)}::bigint[], ${column((entry) => entry.kind)}::text[],
        ${column((entry) => entry.reason ?? null)}::text[],
        ${column((entry) => JSON.stringify(entry.changes))}::jsonb[]
      ) as entry (subject_type, subject_id, school_id, student_id, student_period_id, kind, reason, changes)
    )
    select id from act`
  return (await statement.execute(context.db)).rows
}

/** Returns the fields that differ between a record’s old and new values, in the order of `after`. */
export const fieldChanges = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): FieldChange[] =>
  Object.keys(after)
    .filter((field) => !isEqual(before[field] ?? null, after[field] ?? null))
    .map((field) => ({ field, before: plain(before[field]), after: plain(after[field]) }))

const isEqual = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other) ? JSON.stringify(one) === JSON.stringify(other) : one === other

const plain = (value: unknown): FieldChange['before'] => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return Array.isArray(value) ? value.map(String) : null
}
