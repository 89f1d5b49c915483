import { sql, type RawBuilder } from 'kysely'
import type { Cause, FieldChange, HistoryKind, SubjectType } from '#contract/history/shapes.ts'
import type { Context } from '../context.ts'
import { batches } from '../lib/batches.ts'

/** What became of one record. An SSN stands in `changes` only as its mask. */
export interface Entry {
  readonly kind: HistoryKind
  readonly subject: { readonly type: SubjectType; readonly id: number }
  readonly school_id?: number | null
  readonly student_id?: number | null
  readonly student_period_id?: number | null
  readonly reason?: string | null
  readonly changes: readonly FieldChange[]
}

/** What kind of act the entries belong to. */
export interface ActKind {
  readonly kind: HistoryKind
  /** `person` unless said. */
  readonly cause?: Cause
  readonly schoolId?: number | null
  /** Its author may take it back (X-Change-Id): every act that may writes down all that it replaces. */
  readonly undoable?: boolean
  readonly undoes?: number
}

/** Whatever records history: requests, and jobs in the name of whoever asked for them. */
export type Recording = Pick<Context, 'db' | 'clock' | 'house' | 'afterCommit' | 'progress'> & {
  readonly caller: { readonly id: number } | null
  act: Context['act']
}

/** Begins the act of this request or job, or gives the one begun. */
export const beginAct = async (context: Recording, kind: ActKind): Promise<number> => {
  if (context.act) return context.act.id
  const { rows } = await sql<{ id: number }>`${withAct(context, kind)} select id from act`.execute(context.db)
  return noteAct(context, kind, rows)
}

/** `with act as …`: the act that was begun, or one that begins with this statement. */
const withAct = (context: Recording, kind: ActKind): RawBuilder<unknown> =>
  context.act
    ? sql`with act as (select ${context.act.id}::bigint as id)`
    : sql`with act as (
        insert into changes (at, actor_id, cause, kind, school_id, undoes_change_id, is_undoable)
        values (${context.clock.now().toISOString()}, ${context.caller?.id ?? null}, ${kind.cause ?? 'person'}, ${kind.kind},
          ${kind.schoolId ?? null}, ${kind.undoes ?? null}, ${kind.undoable ?? false})
        returning id)`

const noteAct = (context: Recording, kind: ActKind, [begun]: readonly { readonly id: number }[]): number => {
  if (context.act) return context.act.id
  if (!begun) throw new Error('The act was not begun.')
  context.act = { id: begun.id, undoable: kind.undoable ?? false }
  context.afterCommit.push(() => context.house.onHistory(begun.id))
  return begun.id
}

/** How many entries one statement writes. */
const batchSize = 2000

/**
 * Records what became of records, in the transaction that changes them: one act, one entry per changed record.
 * Answers the act's id.
 */
export const recordHistory = async (
  context: Recording,
  kind: ActKind,
  entries: readonly Entry[],
): Promise<number> => {
  if (entries.length === 0) return beginAct(context, kind)
  for (const batch of batches(entries, batchSize)) {
    noteAct(context, kind, await insertEntries(context, kind, batch))
    context.progress?.add(batch.length)
  }
  return context.act?.id ?? beginAct(context, kind)
}

/** Begins the act with its first entries, in one statement. */
const insertEntries = async (
  context: Recording,
  kind: ActKind,
  entries: readonly Entry[],
): Promise<{ id: number }[]> => {
  const column = <T>(pick: (entry: Entry) => T): T[] => entries.map(pick)
  const { rows } = await sql<{ id: number }>`
    ${withAct(context, kind)}, written as (
      insert into history (change_id, at, actor_id, cause, subject_type, subject_id, school_id, student_id,
        student_period_id, kind, reason, changes)
      select act.id, ${context.clock.now().toISOString()}::timestamptz, ${context.caller?.id ?? null}::bigint,
        ${kind.cause ?? 'person'}, entry.*
      from act cross join unnest(
        ${column((entry) => entry.subject.type)}::text[], ${column((entry) => entry.subject.id)}::bigint[],
        ${column((entry) => entry.school_id ?? null)}::bigint[], ${column((entry) => entry.student_id ?? null)}::bigint[],
        ${column((entry) => entry.student_period_id ?? null)}::bigint[], ${column((entry) => entry.kind)}::text[],
        ${column((entry) => entry.reason ?? null)}::text[],
        ${column((entry) => JSON.stringify(entry.changes))}::jsonb[]
      ) as entry
    )
    select id from act`.execute(context.db)
  return rows
}

/** The fields that differ between a record's former and its new values, in the order of `after`. */
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
