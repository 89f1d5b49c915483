import { sql, type RawBuilder } from 'kysely'
import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { needsReview, unprocessedWaivers, waitsIn } from '#contract/platform/coverage/status-groups.ts'
import { fieldOf } from '#contract/platform/record/known-fields.ts'
import { columnsOf } from '#contract/platform/record/record-field.ts'
import { studentListColumns, type StudentListColumn } from '#contract/platform/record/columns.ts'
import { studentFields } from '#contract/platform/record/student-fields.ts'
import { isDue, isReverified } from '#server/platform/coverage/index.ts'
import { keysOf } from '#server/platform/lib/pick.ts'
import type { SqlColumn, SqlColumns } from '#server/platform/lib/table.ts'
import { listedName } from '#server/platform/db/person-names.ts'
import { premiumDiffers } from './plan-premiums.ts'

/** The day, period and user a list is read with; computed columns depend on them. */
interface ListPlace {
  /** `YYYY-MM-DD` */
  readonly today: string
  readonly period_id: number
  /** The last visit of the user, and who that is; null for the system. */
  readonly visit: Visit | null
}

interface Visit {
  readonly user_id: number
  /** A subquery with `id` and `at`. */
  readonly last: RawBuilder<unknown>
}

/** Columns with a different name in the students table. */
const ofStudentRow = {
  student_created_at: sql`s.created_at`,
  student_updated_at: sql`s.updated_at`,
  /** Students born on February 29 turn 26 in a year without that date: March 1. */
  turns_26_on: sql`((s.dob + interval '26 years')::date
    + (date_part('month', s.dob) = 2 and date_part('day', s.dob) = 29)::int)`,
} as const

const ofStudent: ReadonlySet<string> = new Set([
  'student_name',
  'age',
  ...keysOf(columnsOf(studentFields)),
  ...keysOf(ofStudentRow),
])

const isCompany = (name: string): boolean => fieldOf(name)?.format === 'companyName'

const fullName: SqlColumn = {
  sql: sql`(${listedName('s')} || coalesce(' ' || s.middle_initial, ''))`,
  order: sql`sp.sort_name`,
  kind: 'text',
}

const named: Readonly<Record<string, SqlColumn['sql']>> = ofStudentRow

/** Sorts E.164 phone numbers by bytes, which takes a third of the time of numeric order. */
const orders: Readonly<Record<string, SqlColumn['sql']>> = { phone: sql`s.phone collate "C"` }

const expressionOf = (name: StudentListColumn): SqlColumn => {
  if (name === 'student_name') return fullName
  const column = studentListColumns[name]
  // as text: a list of every column would be built of two thousand nodes
  const plain = sql.raw(isCompany(name) ? `${name}.name` : `${ofStudent.has(name) ? 's' : 'sp'}.${name}`)
  const value = fieldOf(name)?.mayBeEmpty ? sql`nullif(${plain}, '')` : plain
  return {
    sql: named[name] ?? value,
    kind: column.kind,
    ...(orders[name] && { order: orders[name] }),
    ...('choices' in column ? { choices: column.choices } : {}),
  }
}

const names = keysOf(studentListColumns)

const stored: SqlColumns = Object.fromEntries(names.map((name) => [name, expressionOf(name)]))

/**
 * Returns every column of the student list in SQL: `sp` is the student-period, `s` the student, and companies
 * have the name of their column. Other tables must be joined: see `joinsFor`. What reads other tables is made when it’s
 * used: most lists use none of it, and making it takes longer than the rest of a list’s SQL.
 */
export const listColumns = ({ today, period_id, visit }: ListPlace): SqlColumns => ({
  ...stored,
  get age() {
    const age = sql`date_part('year', age(${today}::timestamp, s.dob::timestamp))::int`
    return { sql: age, kind: 'number' } as const
  },
  get waiver_deadline_on() {
    // scope: part of `fromPeriod`, which limits its rows; the period is the one of those rows
    const deadline = sql`(select here.waiver_deadline_on from periods here where here.id = ${period_id})`
    return { sql: deadline, kind: 'date' } as const
  },
  get reverification_due() {
    return { sql: reverificationDue(today, period_id), kind: 'boolean' } as const
  },
  get respond_by() {
    // scope: part of `fromPeriod`, which limits its rows; the forms are of the student-period of its row
    const first = sql`least(${sql.join(coverages.map(lastDayOf))})`
    return { sql: first, kind: 'date' } as const
  },
  get to_decide_without_form() {
    // scope: part of `fromPeriod`, which limits its rows; the forms are of the student-period of its row
    const some = sql`(${sql.join(coverages.map(isWithoutForm), sql` or `)})`
    return { sql: some, kind: 'boolean' } as const
  },
  get missing_from_roster() {
    // scope: part of `fromPeriod`, which limits its rows; an absence is of the student-period of its row
    const isAbsent = sql`exists (select from roster_absences away where away.student_period_id = sp.id)`
    return { sql: isAbsent, kind: 'boolean' } as const
  },
  get premium_differs() {
    return { sql: premiumDiffers(period_id), kind: 'boolean' } as const
  },
  get changed_since_visit() {
    return { sql: visit ? changedSince(visit, period_id) : sql`false`, kind: 'boolean' } as const
  },
  get delivery_failed_since_visit() {
    return { sql: visit ? emailFailedSince(visit, period_id) : sql`false`, kind: 'boolean' } as const
  },
})

/** Returns whether other people or imports changed the record or its student. It reads only what the history has since. */
const changedSince = ({ user_id: me, last }: Visit, periodId: number): RawBuilder<boolean> => {
  // scope: part of `fromPeriod`, which limits its rows; the entries are of the school of the period
  const since = sql`from history entry
    where entry.school_id = (select here.school_id from periods here where here.id = ${periodId})
      and entry.change_id > (select id from ${last} visit)
      and entry.actor_id <> ${me} and entry.cause in ('person', 'bulk', 'import')`
  // scope: as above
  return sql<boolean>`(sp.id in (select entry.student_period_id ${since} and entry.student_period_id is not null)
    or sp.student_id in (select entry.student_id ${since}
      and entry.student_period_id is null and entry.student_id is not null))`
}

/** Returns whether an email about the record bounced or wasn’t sent. */
const emailFailedSince = ({ last }: Visit, periodId: number): RawBuilder<boolean> =>
  // scope: part of `fromPeriod`, which limits its rows; the emails are of the school of the period
  sql<boolean>`(sp.id in (select email.student_period_id from emails email
    where email.school_id = (select here.school_id from periods here where here.id = ${periodId})
      and email.student_period_id is not null and email.state in ('bounced', 'failed')
      and coalesce(email.sent_at, email.send_at) > (select at from ${last} visit)))`

/** Returns whether a waiver of a coverage type that the period offers is to be reverified. */
const reverificationDue = (today: string, periodId: number): RawBuilder<boolean> => {
  const lines = coverages.map(
    // scope: part of `fromPeriod`, which limits its rows; the period is the one of those rows
    (coverage) => sql`(${isDue(coverage, today)}
      and (select here.${sql.raw(`${coverage}_offered`)} from periods here where here.id = ${periodId}))`,
  )
  // scope: part of `fromPeriod`, which limits its rows; the period is the one of those rows
  return sql<boolean>`(${isReverified} and (${sql.join(lines, sql` or `)}))`
}

const unprocessed = sql.join(unprocessedWaivers.map((status) => sql.lit(status)))

/** Returns the last day to respond to a waiver of a coverage type. Only records with such a status read forms. */
const lastDayOf = (coverage: Coverage): RawBuilder<string | null> =>
  // scope: part of `fromPeriod`, which limits its rows; the forms are of the student-period of its row
  sql`case when ${sql.ref(`sp.${coverage}_status`)} in (${unprocessed}) then (
    select outcome.respond_by from form_submissions form
    join decision_outcomes outcome on outcome.submission_id = form.id and outcome.school_id = form.school_id
    where form.student_period_id = sp.id and form.school_id = sp.school_id
      and form.form_type = 'waiver' and form.superseded_by_id is null
      and outcome.coverage_type = ${sql.lit(coverage)} and outcome.outcome = 'utp' and outcome.undone_at is null
    order by outcome.id desc limit 1) end`

const toDecide = sql.join(needsReview.map((status) => sql.lit(status)))
const toEnroll = sql.join(
  needsReview.filter((status) => waitsIn('enroll', status)).map((status) => sql.lit(status)),
)

/** Returns whether a coverage status waits for staff and no open form is about it. Only records with such a status read forms. */
const isWithoutForm = (coverage: Coverage): RawBuilder<boolean> => {
  const status = sql.ref(`sp.${coverage}_status`)
  // scope: part of `fromPeriod`, which limits its rows; the forms are of the student-period of its row
  return sql<boolean>`(case when ${status} in (${toDecide}) then not exists (
    select from form_submissions form
    where form.student_period_id = sp.id and form.school_id = sp.school_id
      and form.progress = 'complete' and form.superseded_by_id is null
      and form.form_type = case when ${status} in (${toEnroll}) then 'enroll' else 'waiver' end
      and ${sql.lit(coverage)} = any(form.coverage_types)
      and not ${sql.lit(coverage)} = any(form.decided_coverages)) else false end)`
}

export const listColumnNames: readonly StudentListColumn[] = names

/** Returns what a `select` has for some columns, each under its name. */
export const selectionOf = (columns: SqlColumns, shown: readonly string[]): RawBuilder<unknown>[] =>
  shown.map((name) => sql`${columns[name]?.sql ?? sql`null`} as ${sql.id(name)}`)

/**
 * Returns the joins that some columns need: companies (hashed as a whole, not looked up row by row) and the
 * student.
 */
export const joinsFor = (fields: readonly string[]): RawBuilder<unknown> => {
  const companies = [...new Set(fields)].filter(isCompany).map(
    (name) => sql`left join insurance_companies ${sql.ref(name)}
        on ${sql.ref(`${name}.id`)} = ${sql.ref(`sp.${name}_id`)}`,
  )
  // scope: part of `fromPeriod`, which limits its rows; a student belongs to the school of the student-period
  const student = fields.some((name) => ofStudent.has(name))
    ? [sql`join students s on s.id = sp.student_id and s.school_id = sp.school_id`]
    : []
  return sql.join([...student, ...companies], sql` `)
}

/** Returns whether a column is in the students table. */
export const isOfStudent = (name: string): boolean => ofStudent.has(name)
