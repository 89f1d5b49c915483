import { sql } from 'kysely'
import type { Cause, FieldChange, HistoryKind, SubjectType } from '#contract/history/shapes.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/database.ts'
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
  const { id } = await context.db
    .insertInto('changes')
    .values({
      at: context.clock.now().toISOString(),
      actor_id: context.caller?.id ?? null,
      cause: kind.cause ?? 'person',
      kind: kind.kind,
      school_id: kind.schoolId ?? null,
      undoes_change_id: kind.undoes ?? null,
      is_undoable: kind.undoable ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  context.act = { id, undoable: kind.undoable ?? false }
  context.afterCommit.push(() => context.house.onHistory(id))
  return id
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
  const changeId = await beginAct(context, kind)
  for (const batch of batches(entries, batchSize)) {
    await insertEntries(context, changeId, kind.cause ?? 'person', batch)
    context.progress?.add(batch.length)
  }
  return changeId
}

const insertEntries = async (
  context: Recording,
  changeId: number,
  cause: Cause,
  entries: readonly Entry[],
): Promise<void> => {
  const column = <T>(pick: (entry: Entry) => T): T[] => entries.map(pick)
  await insertHistory(
    context.db,
    { changeId, at: context.clock.now().toISOString(), actorId: context.caller?.id ?? null, cause },
    {
      subject_type: column((entry) => entry.subject.type),
      subject_id: column((entry) => entry.subject.id),
      school_id: column((entry) => entry.school_id ?? null),
      student_id: column((entry) => entry.student_id ?? null),
      student_period_id: column((entry) => entry.student_period_id ?? null),
      kind: column((entry) => entry.kind),
      reason: column((entry) => entry.reason ?? null),
      changes: column((entry) => JSON.stringify(entry.changes)),
    },
  )
}

interface Columns {
  readonly subject_type: string[]
  readonly subject_id: number[]
  readonly school_id: (number | null)[]
  readonly student_id: (number | null)[]
  readonly student_period_id: (number | null)[]
  readonly kind: string[]
  readonly reason: (string | null)[]
  readonly changes: string[]
}

const insertHistory = async (
  db: Database,
  act: { changeId: number; at: string; actorId: number | null; cause: Cause },
  columns: Columns,
): Promise<void> => {
  await sql`
    insert into history (change_id, at, actor_id, cause, subject_type, subject_id, school_id, student_id,
      student_period_id, kind, reason, changes)
    select ${act.changeId}::bigint, ${act.at}::timestamptz, ${act.actorId}::bigint, ${act.cause}, entry.*
    from unnest(
      ${columns.subject_type}::text[], ${columns.subject_id}::bigint[], ${columns.school_id}::bigint[],
      ${columns.student_id}::bigint[], ${columns.student_period_id}::bigint[], ${columns.kind}::text[],
      ${columns.reason}::text[], ${columns.changes}::jsonb[]
    ) as entry`.execute(db)
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
