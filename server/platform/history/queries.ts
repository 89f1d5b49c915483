import { sql, type RawBuilder } from 'kysely'
import type { Cause, HistoryEntry, HistoryKind, historyColumns } from '#contract/platform/history/shapes.ts'
import { isAdmin } from '#contract/platform/access.ts'
import type { PageMeta } from '#contract/platform/endpoint.ts'
import type { TableQuery } from '#contract/platform/table-query.ts'
import type { Context } from '#server/platform/context.ts'
import { problem } from '#server/platform/problem.ts'
import { scope } from '#server/platform/db/scope.ts'
import { officeTimeZone } from '#server/platform/lib/clock.ts'
import {
  filterConditions,
  officeTime,
  orderBy,
  pageMetaOf,
  pageOf,
  type SqlColumn,
} from '#server/platform/lib/table.ts'
import type { ChangeEntry } from './undo-handler.ts'

const columns: Record<keyof typeof historyColumns, SqlColumn> = {
  id: { sql: sql`h.id`, kind: 'number' },
  at: { sql: sql`h.at`, kind: 'instant' },
  cause: { sql: sql`h.cause`, kind: 'choice' },
  kind: { sql: sql`h.kind`, kind: 'choice' },
  actor_id: { sql: sql`h.actor_id`, kind: 'number' },
}

/** Setup subjects with their own history. A school’s files are part of the school’s. */
type SetUpSubject =
  | {
      readonly type: 'school' | 'period' | 'insurance_company' | 'email_template' | 'user'
      readonly id: number
    }
  /** All addresses that get no emails. */
  | { readonly type: 'suppressed_address' }

/** The subject of a history request. */
export interface HistoryRequest extends TableQuery {
  readonly student_id?: number | undefined
  readonly student_period_id?: number | undefined
  readonly change_id?: number | undefined
  /** The setup of this period or company. */
  readonly subject?: SetUpSubject | undefined
  /** Only these documents of a period’s setup: the part of a field’s name before the first dot or bracket. */
  readonly documents?: readonly string[] | undefined
  readonly field?: string | undefined
  readonly actor_id?: number | undefined
  readonly cause?: Cause | undefined
  readonly kind?: HistoryKind | undefined
  /** Calendar dates in the office’s time zone, both inclusive. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** A history entry as it’s read, with the names that its reply shows. */
export interface EntryRow extends Omit<HistoryEntry, 'actor' | 'subject'> {
  readonly actor_id: number | null
  readonly actor_name: string | null
  readonly subject_type: HistoryEntry['subject']['type']
  readonly subject_id: number
}

/** Returns the IDs of a student and of those merged into them, as a subquery: their history is one. */
export const withMerged = (context: Context, studentId: number): RawBuilder<unknown> =>
  sql`select s.id from students s where (s.id = ${studentId} or s.merged_into_id = ${studentId})
    and ${scope.within(context, 's.school_id')}`

/** Whether an entry is of a student or of those merged into them, or of a policy year that a merge had moved for a while. */
const isOf = (context: Context, studentId: number): RawBuilder<boolean> => sql<boolean>`(
  h.student_id = any(array(${withMerged(context, studentId)})) or h.student_period_id = any(array(
    select sp.id from student_periods sp
    where sp.student_id in (${withMerged(context, studentId)}) and ${scope.within(context, 'sp.school_id')})))`

const optional = <T>(value: T | undefined, condition: (value: T) => RawBuilder<boolean>) =>
  value === undefined ? [] : [condition(value)]

/** What only product admins read: the second reviews of decisions, as in the form itself. */
const adminKinds: readonly HistoryKind[] = ['second_review_added', 'decision_kept']

/** The condition on the entries `h` that the caller can read. */
const isReadable = (context: Context): RawBuilder<boolean> =>
  isAdmin(context.caller)
    ? scope.within(context, 'h.school_id')
    : sql<boolean>`(${scope.within(context, 'h.school_id')} and h.kind <> all(${[...adminKinds]}::text[]))`

const conditionsOf = (context: Context, ask: HistoryRequest) => [
  isReadable(context),
  ...optional(ask.student_id, (id) => isOf(context, id)),
  ...optional(ask.student_period_id, (id) => sql<boolean>`h.student_period_id = ${id}`),
  ...optional(ask.subject, ofSubject),
  ...optional(ask.documents, ofDocuments),
  ...optional(ask.change_id, (id) => sql<boolean>`h.change_id = ${id}`),
  ...narrowed(ask),
  ...filterConditions(columns, ask.filters ?? {}, officeTime(context.clock)),
]

const ofSubject = (subject: SetUpSubject): RawBuilder<boolean> => {
  const { type } = subject
  if (type === 'suppressed_address') return sql`h.subject_type = ${sql.lit(type)}`
  return type === 'school'
    ? sql`(h.subject_type = 'school' and h.subject_id = ${subject.id} or h.subject_type = 'school_file' and h.school_id = ${subject.id})`
    : sql`h.subject_type = ${sql.lit(type)} and h.subject_id = ${subject.id}`
}

const ofDocuments = (documents: readonly string[]): RawBuilder<boolean> => sql`exists (
  select from jsonb_array_elements(h.changes) change
  where substring(change->>'field' from '^[^.[]+') = any(${[...documents]}::text[]))`

/** Returns the conditions of a history list’s filters. */
const narrowed = (ask: HistoryRequest): RawBuilder<boolean>[] => [
  ...optional(ask.field, (field) => sql<boolean>`h.changes @> ${JSON.stringify([{ field }])}::jsonb`),
  ...optional(ask.actor_id, (id) => sql<boolean>`h.actor_id = ${id}`),
  ...optional(ask.cause, (cause) => sql<boolean>`h.cause = ${cause}`),
  ...optional(ask.kind, (kind) => sql<boolean>`h.kind = ${kind}`),
  ...optional(
    ask.from,
    (day) => sql<boolean>`h.at >= ${day}::date::timestamp at time zone ${officeTimeZone}`,
  ),
  ...optional(
    ask.to,
    (day) => sql<boolean>`h.at < (${day}::date + 1)::timestamp at time zone ${officeTimeZone}`,
  ),
]

/** Returns whose history is asked for. @throws Problem 404 */
export const getStudent = async (
  context: Context,
  id: number,
): Promise<{ readonly id: number; readonly school_id: number }> => {
  const row = await findStudent(context, id)
  if (!row) throw problem.notFound()
  return row
}

const findStudent = (context: Context, id: number) =>
  scope
    .students(context)
    .select(['students.id', 'students.school_id'])
    .where('students.id', '=', id)
    .executeTakeFirst()

/** Returns whether the caller can see a student, a student-period or a change. */
export const isKnown = async (
  context: Context,
  field: 'student_id' | 'student_period_id' | 'change_id',
  id: number,
): Promise<boolean> => {
  if (field === 'student_id') return (await findStudent(context, id)) !== undefined
  if (field === 'student_period_id')
    return (
      (
        await scope
          .studentPeriods(context)
          .select('student_periods.id')
          .where('student_periods.id', '=', id)
          .execute()
      ).length > 0
    )
  const acts = await scope
    .history(context)
    .select('history.id')
    .where('history.change_id', '=', id)
    .limit(1)
    .execute()
  return acts.length > 0
}

/** The most characters of values on one page, shared by its entries. Notes and website pages can be long. */
const pageLength = 1_000_000

/** Returns the SQL of the changes of entry `h`, with long texts shortened, so that no page becomes too large. */
export const shortChanges = (perPage: number): RawBuilder<unknown> => {
  const most = Math.floor(pageLength / (2 * perPage))
  const short = (value: string) => sql`case
    when jsonb_typeof(change -> ${sql.lit(value)}) = 'string' and length(change ->> ${sql.lit(value)}) > ${most}
    then to_jsonb(left(change ->> ${sql.lit(value)}, ${most}) || '…') else change -> ${sql.lit(value)} end`
  return sql`(
    select coalesce(jsonb_agg(
      jsonb_build_object('field', change -> 'field', 'before', ${short('before')}, 'after', ${short('after')})
      order by place), '[]')
    from (
      select ${withCompanyName} as change, place
      from jsonb_array_elements(h.changes) with ordinality as listed (change, place)) named)`
}

/** The SQL of a change with the insurance company’s names instead of its IDs, which mean nothing to a reader. */
const withCompanyName: RawBuilder<unknown> = (() => {
  const name = (value: string) => sql`coalesce(
    (select to_jsonb(c.name) from insurance_companies c where c.id = (change ->> ${sql.lit(value)})::int),
    change -> ${sql.lit(value)})`
  return sql`case when change ->> 'field' like '%_waive_insurance_company_id'
    then jsonb_build_object('field', regexp_replace(change ->> 'field', '_id$', ''), 'before', ${name('before')}, 'after', ${name('after')})
    else change end`
})()

/** Returns a page of entries, newest first by default, with texts shortened to fit. */
export const listEntries = async (
  context: Context,
  ask: HistoryRequest,
): Promise<{ rows: HistoryEntry[]; total: number }> => {
  const where = sql`where ${sql.join(conditionsOf(context, ask), sql` and `)}`
  const order = orderBy(columns, ask.sort ?? [{ field: 'id', descending: true }], sql`h.id`)
  const [found, count] = await Promise.all([
    sql<EntryRow>`
      select h.id, h.change_id, h.at, h.actor_id, u.first_name || ' ' || u.last_name as actor_name, h.cause,
        h.subject_type, h.subject_id, h.student_id, h.student_period_id, h.kind, h.reason,
        ${shortChanges(ask.per_page)} as changes
      from history h left join users u on u.id = h.actor_id ${where} ${order} ${pageOf(ask)}`.execute(
      context.db,
    ),
    sql<{ total: number }>`select count(*)::int as total from history h ${where}`.execute(context.db),
  ])
  return { rows: found.rows.map(presentEntry), total: count.rows[0]?.total ?? 0 }
}

/** Returns the users who changed a student, by name. */
export const listPeople = async (
  context: Context,
  studentId: number,
): Promise<{ id: number; name: string }[]> => {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.first_name || ' ' || u.last_name as name from users u
    where u.id in (
      -- scope: its entries are those that the caller can read
      select h.actor_id from history h where ${isOf(context, studentId)} and ${isReadable(context)}
    )
    order by u.last_name, u.first_name, u.id`.execute(context.db)
  return rows
}

const decidedKinds: ReadonlySet<HistoryKind> = new Set(['form_decided', 'coverage_status_changed'])

/** Returns why a change was made, as staff read it. Older decisions say “Other.” before the note that says what it is. */
export const readableReason = (kind: HistoryKind, reason: string | null): string | null =>
  reason !== null && decidedKinds.has(kind) ? reason.replaceAll(/(?<=^|\. )Other\. (?=\S)/gu, '') : reason

/** Before 1.0.2, a school that was archived seemed to lose its name. */
const keepsAllFields: ReadonlySet<HistoryKind> = new Set(['school_archived', 'school_restored'])

/** Converts a row to an entry of the reply. */
export const presentEntry = ({
  actor_id,
  actor_name,
  subject_type,
  subject_id,
  ...row
}: EntryRow): HistoryEntry => ({
  ...row,
  reason: readableReason(row.kind, row.reason),
  changes: keepsAllFields.has(row.kind) ? [] : row.changes,
  actor: actor_id === null ? null : { id: actor_id, name: actor_name ?? '' },
  subject: { type: subject_type, id: subject_id },
})

/**
 * Returns all entries of a change, in order, and whether their student was erased. The students are those of the entries’
 * schools: with the caller’s schools instead, PostgreSQL reads a school that has just grown once for each entry.
 */
export const listChangeEntries = async (
  context: Context,
  changeId: number,
): Promise<(ChangeEntry & { readonly is_erased: boolean })[]> => {
  const { rows } = await sql<ChangeEntry & { readonly is_erased: boolean }>`
    select h.id, h.subject_type, h.subject_id, h.student_period_id, h.kind, h.changes,
      exists (select from students s
        where s.id = h.student_id and s.school_id = h.school_id and s.erased_at is not null) as is_erased
    from history h
    where h.change_id = ${changeId} and ${scope.within(context, 'h.school_id')} order by h.id`.execute(
    context.db,
  )
  return rows
}

/** Returns the number of entries in a change. */
export const countChangeEntries = async (context: Context, changeId: number): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from history h
    where h.change_id = ${changeId} and ${scope.within(context, 'h.school_id')}`.execute(context.db)
  return rows[0]?.total ?? 0
}

/** Returns how many different students a change is about. */
export const countChangedStudents = async (context: Context, changeId: number): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(distinct h.student_id)::int as total from history h
    where h.change_id = ${changeId} and ${scope.within(context, 'h.school_id')}`.execute(context.db)
  return rows[0]?.total ?? 0
}

/** Returns a page of a setup’s history in list format. */
export const listSetUpHistory = async (
  context: Context,
  subject: SetUpSubject,
  ask: TableQuery & Pick<HistoryRequest, 'documents'>,
): Promise<{ data: HistoryEntry[]; meta: PageMeta }> => {
  const { rows, total } = await listEntries(context, { ...ask, subject })
  return { data: rows, meta: pageMetaOf(ask, total, rows.length) }
}
