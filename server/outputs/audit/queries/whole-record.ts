import { sql, type RawBuilder } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { withMerged } from '#server/platform/history/index.ts'

/** How the rows of a table belong to a student. */
type Belonging = 'id' | 'student_id' | 'student_period_id' | 'submission_id'

/** The tables of a student’s whole record, in the order of a copy, and how a copy calls them. */
export const recordTables = {
  students: ['Student', 'id'],
  student_periods: ['Policy years', 'student_id'],
  dependents: ['Dependents', 'student_period_id'],
  form_submissions: ['Forms', 'student_id'],
  form_submission_snapshots: ['Forms as signed', 'submission_id'],
  appeals: ['Appeals', 'submission_id'],
  decisions: ['Recommendations', 'submission_id'],
  decision_outcomes: ['Decisions', 'submission_id'],
  manual_results: ['Other coverage checked by staff', 'submission_id'],
  eligibility_reports: ['Eligibility checks', 'student_id'],
  reverification_items: ['Reverifications', 'student_id'],
  student_files: ['Documents', 'student_id'],
  form_files: ['Files sent with forms', 'submission_id'],
  student_notes: ['Notes', 'student_id'],
  student_messages: ['Messages', 'student_id'],
  emails: ['Emails', 'student_id'],
  fix_reminders: ['Reminders to fix a form', 'submission_id'],
  deadline_reminders: ['Deadline reminders', 'student_period_id'],
  age_out_notices: ['Age-out notices', 'student_period_id'],
  aged_out_waivers: ['Waivers that aged out', 'student_period_id'],
  bursar_lines: ['Charges and credits', 'student_period_id'],
  roster_absences: ['Missing from rosters', 'student_period_id'],
  history: ['Changes', 'student_id'],
  access_log: ['Who saw the record', 'student_id'],
} as const satisfies Readonly<Record<string, readonly [string, Belonging]>>
type RecordTable = keyof typeof recordTables

/** The names of these tables, in the same order. */
export const tablesOfRecord = Object.keys(recordTables) as RecordTable[]

/** Tables about students that aren’t in a copy, with the reason. */
export const leftOutTables: Readonly<Record<string, string>> = {
  activity_findings: 'what reviews of the staff’s own activity found',
  carrier_file_members: 'encrypted copies of what the record has',
  carrier_file_problems: 'they name fields of the record that a file lacked',
  form_submission_drafts: 'encrypted, and deleted unless the student sends them',
  form_tokens: 'they open forms',
  import_rows: 'copies of a roster’s rows, deleted with it',
  replaced_ssns: 'encrypted',
  status_codes: 'they open the status page',
  status_sessions: 'they open the status page',
}

/** A row of any table, in the order of its columns: without bytes (hashes and encrypted values) and without search texts. */
export type RecordRow = Readonly<Record<string, unknown>>

/** Everything that’s kept about a student, by table. */
export type WholeRecord = Readonly<Record<RecordTable, readonly RecordRow[]>>

const searchTexts: readonly string[] = ['name_text', 'search_text', 'sort_name']

/** Conditions on the rows `t` of a student and of those merged into them. */
const conditions: Readonly<Record<Belonging, (context: Context, studentId: number) => RawBuilder<boolean>>> =
  {
    id: (context, studentId) => sql`t.id = any(array(${withMerged(context, studentId)}))`,
    student_id: (context, studentId) => sql`t.student_id = any(array(${withMerged(context, studentId)}))`,
    student_period_id: (context, studentId) => sql`t.student_period_id = any(array(
    select sp.id from student_periods sp
    where sp.student_id in (${withMerged(context, studentId)}) and ${scope.within(context, 'sp.school_id')}))`,
    submission_id: (context, studentId) => sql`t.submission_id = any(array(
    select form.id from form_submissions form
    where form.student_id in (${withMerged(context, studentId)}) and ${scope.within(context, 'form.school_id')}))`,
  }

/** Returns whether a column names one of the staff. */
export const isPerson = (key: string): boolean => /^(actor|author|sender|.+_by)_id$/.test(key)

/** Returns the names of the staff whom rows name, by ID. */
export const namesOfStaff = async (
  { db }: Pick<Context, 'db'>,
  rows: readonly RecordRow[],
): Promise<ReadonlyMap<number, string>> => {
  const ids = rows.flatMap((row) =>
    Object.entries(row).flatMap(([key, value]) =>
      isPerson(key) && typeof value === 'number' ? [value] : [],
    ),
  )
  const users = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', sql<number>`any(${[...new Set(ids)]}::bigint[])`)
    .execute()
  return new Map(users.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`]))
}

/** Returns the columns of the record’s tables, in their order. */
const readColumns = async ({ db }: Pick<Context, 'db'>): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select attrelid::regclass::text as name, array_agg(attname::text order by attnum) as columns from pg_attribute
    where attrelid = any(${tablesOfRecord}::regclass[]) and attnum > 0 and not attisdropped
      and atttypid <> 'bytea'::regtype and attname <> all(${searchTexts}) group by attrelid`.execute(db)
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

/** Selects a student’s rows of a table. */
export const selectRows = (context: Context, table: RecordTable, studentId: number) => sql<{
  row: RecordRow
}>`
  select to_jsonb(t) as row from ${sql.table(table)} t
  where ${scope.within(context, 't.school_id')} and ${conditions[recordTables[table][1]](context, studentId)}
  order by (to_jsonb(t) ->> 'id')::bigint`

/** Returns all rows about a student that are kept, also removed ones, by table. Admins only: it has what schools don’t see. */
export const readWholeRecord = async (context: Context, studentId: number): Promise<WholeRecord> => {
  const columns = await readColumns(context)
  const found = new Map<string, readonly RecordRow[]>()
  for (const table of tablesOfRecord) {
    const { rows } = await selectRows(context, table, studentId).execute(context.db)
    const names = columns.get(table) ?? []
    found.set(
      table,
      rows.map(({ row }) => Object.fromEntries(names.map((name) => [name, row[name]]))),
    )
  }
  // every table of the list was read
  return Object.fromEntries(found) as WholeRecord
}
