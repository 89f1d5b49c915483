import { sql, type RawBuilder } from 'kysely'
import { activityKindLabels } from '#contract/outputs/audit/choices.ts'
import type { ActivityEntry, ActivityQuery } from '#contract/outputs/audit/shapes.ts'
import { accessActions } from '#contract/platform/history/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { fullName } from '#server/platform/db/person-names.ts'
import { scope } from '#server/platform/db/scope.ts'
import { disclosuresOf, withMerged } from '#server/platform/history/index.ts'
import { officeTimeZone } from '#server/platform/lib/clock.ts'

/** Where a page of the access log starts: after this row, newest first. */
export interface AccessPlace {
  readonly at: string
  readonly id: number
}

type AccessAction = (typeof accessActions)[number]

interface Row {
  readonly id: number
  readonly at: string
  readonly actor_id: number | null
  readonly actor_name: string | null
  readonly action: AccessAction
  readonly outcome: 'allowed' | 'refused'
  readonly subject_type: string | null
  readonly subject_id: number | null
  readonly school_id: number | null
  readonly school_name: string | null
  readonly student_id: number | null
  readonly student_name: string | null
  readonly account_id: number | null
  readonly account_name: string | null
  readonly detail: string | null
  readonly times: number
  readonly address: string | null
  readonly request_id: string
  readonly emergency_id: number | null
}

/** Actions that are always denied: the others don’t have to be read for them. */
const deniedActions: ReadonlySet<AccessAction> = new Set(['login_failed', 'refused'])

const actionsOf = ({ kind, outcome }: ActivityFilter): readonly AccessAction[] =>
  accessActions.filter(
    (action) =>
      (kind === undefined || kind === action) &&
      (outcome !== 'allowed' || !deniedActions.has(action)) &&
      (outcome !== 'refused' || deniedActions.has(action)),
  )

/** Returns the start of a calendar day in the office’s time zone, `days` later. */
const startOfDay = (day: string, days = 0): RawBuilder<string> =>
  sql<string>`((${day}::date + ${days}::integer)::timestamp at time zone ${officeTimeZone})`

const narrowed = (filter: ActivityFilter, after: AccessPlace | null): RawBuilder<boolean>[] => [
  ...(filter.outcome === undefined ? [] : [sql<boolean>`a.outcome = ${filter.outcome}`]),
  ...(filter.school_id === undefined ? [] : [sql<boolean>`a.school_id = ${filter.school_id}`]),
  ...(filter.emergency_id === undefined ? [] : [sql<boolean>`a.emergency_id = ${filter.emergency_id}`]),
  ...(filter.from === undefined ? [] : [sql<boolean>`a.at >= ${startOfDay(filter.from)}`]),
  ...(filter.to === undefined ? [] : [sql<boolean>`a.at < ${startOfDay(filter.to, 1)}`]),
  ...(after === null ? [] : [sql<boolean>`(a.at, a.id) < (${after.at}::timestamptz, ${after.id}::bigint)`]),
]

/** Someone who fails to sign in isn’t the actor, but the account that was tried. */
const byPerson = (action: AccessAction, { actor_id }: ActivityFilter): RawBuilder<boolean>[] => {
  if (actor_id === undefined) return []
  return action === 'login_failed'
    ? [sql<boolean>`a.subject_id = ${actor_id}`]
    : [sql<boolean>`a.actor_id = ${actor_id}`]
}

/**
 * Reads the newest rows of each action through its own index range, so that a rare action among millions of
 * views is found at once.
 */
const newestOfEach = (filter: ActivityFilter, after: AccessPlace | null, most: number): RawBuilder<unknown> =>
  sql.join(
    actionsOf(filter).map((action) => {
      const where = [
        sql<boolean>`a.action = ${sql.lit(action)}`,
        ...byPerson(action, filter),
        ...narrowed(filter, after),
      ]
      return sql`(select a.* from access_log a where ${sql.join(where, sql` and `)}
        order by a.at desc, a.id desc limit ${most})`
    }),
    sql` union all `,
  )

/** The accesses of one student and of those merged into them: of the record, and the files that held them. Few, compared with all. */
const newestOfStudent = (
  context: Context,
  studentId: number,
  filter: ActivityFilter,
  after: AccessPlace | null,
): RawBuilder<unknown> => {
  const where = [
    sql<boolean>`a.id in (
      select viewed.id from access_log viewed where viewed.student_id = any(array(${withMerged(context, studentId)}))
      union all
      select named.id from access_log named
      where named.subject_type = 'carrier_file' and named.subject_id = any(array(
        select member.file_id from carrier_file_members member
        where ${scope.within(context, 'member.school_id')} and member.student_id in (${withMerged(context, studentId)})))
      union all
      select d.access_id from disclosures d
      where ${scope.within(context, 'd.school_id')} and d.id = any(array(${disclosuresOf(context, studentId)})))`,
    sql<boolean>`a.action = any(${[...actionsOf(filter)]}::text[])`,
    ...(filter.actor_id === undefined ? [] : [sql<boolean>`a.actor_id = ${filter.actor_id}`]),
    ...narrowed(filter, after),
  ]
  return sql`select a.* from access_log a where ${sql.join(where, sql` and `)}`
}

/** Returns the newest rows of the access log after a place, at most `most`. */
export const readAccesses = async (
  context: Context,
  filter: ActivityFilter,
  after: AccessPlace | null,
  most: number,
): Promise<ActivityEntry[]> => {
  if (actionsOf(filter).length === 0) return []
  const found =
    filter.student_id === undefined
      ? newestOfEach(filter, after, most)
      : newestOfStudent(context, filter.student_id, filter, after)
  const { rows } = await sql<Row>`
    select a.id, a.at, a.actor_id, u.first_name || ' ' || u.last_name as actor_name, a.action, a.outcome,
      a.subject_type, a.subject_id, a.school_id, school.name as school_name, a.student_id,
      ${fullName('student')} as student_name,
      account.id as account_id, ${fullName('account')} as account_name, a.detail, a.times, a.address, a.request_id,
      a.emergency_id
    from (select * from (${found}) newest order by newest.at desc, newest.id desc limit ${most}) a
    left join users u on u.id = a.actor_id
    left join users account on a.subject_type = 'user' and account.id = a.subject_id
      and account.id is distinct from a.actor_id
    left join schools school on school.id = a.school_id and ${scope.within(context, 'school.id')}
    left join students student on student.id = a.student_id and ${scope.within(context, 'student.school_id')}
    order by a.at desc, a.id desc`.execute(context.db)
  return rows.map(presentAccess)
}

const presentAccess = (row: Row): ActivityEntry => ({
  source: 'access',
  id: row.id,
  at: row.at,
  actor: personOf(row.actor_id, row.actor_name),
  kind: row.action,
  outcome: row.outcome,
  school: personOf(row.school_id, row.school_name),
  student: personOf(row.student_id, row.student_name),
  account: personOf(row.account_id, row.account_name),
  subject: row.subject_type === null ? null : { type: row.subject_type, id: row.subject_id },
  detail: row.detail,
  times: row.times,
  change: null,
  address: row.address,
  request_id: row.request_id,
  emergency_id: row.emergency_id,
})

/** Returns an ID with its name; null without an ID. */
export const personOf = (id: number | null, name: string | null): { id: number; name: string } | null =>
  id === null ? null : { id, name: name ?? '' }

/** What the activity log is narrowed to. */
export type ActivityFilter = Omit<ActivityQuery, 'before' | 'per_page' | 'format'>

/** Returns what a list was narrowed to, for the access log: ' of user 4, Viewed, from 2026-11-01'; '' for all. */
export const filterText = ({ actor_id, kind, outcome, from, to }: ActivityFilter): string =>
  [
    ...(actor_id === undefined ? [] : [` of user ${actor_id}`]),
    ...(kind === undefined ? [] : [`, ${activityKindLabels[kind]}`]),
    ...(outcome === undefined ? [] : [`, ${outcome}`]),
    ...(from === undefined ? [] : [`, from ${from}`]),
    ...(to === undefined ? [] : [`, to ${to}`]),
  ].join('')
