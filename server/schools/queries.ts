import { sql, type RawBuilder } from 'kysely'
import { needsReview } from '#contract/coverage/status-groups.ts'
import type { SchoolFileKind } from '#contract/schools/file-shapes.ts'
import type { schoolListColumns } from '#contract/schools/shapes.ts'
import type { TableQuery } from '#contract/table-query.ts'
import type { Context } from '../context.ts'
import { scope, type ScopeContext } from '../db/scope.ts'
import { filterConditions, officeTime, orderBy, pageOf, searchWords, type SqlColumn } from '../lib/table.ts'
import { currentPeriodId } from '../periods/index.ts'
import { problem } from '../problem.ts'

const columns: Record<keyof typeof schoolListColumns, SqlColumn> = {
  name: { sql: sql`listed.name`, kind: 'text' },
  students: { sql: sql`listed.students`, kind: 'number' },
  waiting: { sql: sql`listed.waiting`, kind: 'number' },
}

interface ListedSchool {
  readonly id: number
  readonly name: string
  readonly logo_url: string | null
  readonly latest_period_id: number | null
  readonly latest_period_name: string | null
  readonly students: number
  readonly waiting: number
  readonly unseen_submissions: number
}

/** Selects every school with the counts of its current period. */
const listed = (context: Context): RawBuilder<unknown> => sql`(
  select schools.id, schools.name, schools.logo_url, latest.id as latest_period_id, latest.name as latest_period_name,
    coalesce(counts.students, 0)::int as students, coalesce(counts.waiting, 0)::int as waiting,
    0 as unseen_submissions
  from schools
  left join periods latest on latest.id = ${currentPeriodId(context.clock, sql`schools.id`)}
  left join lateral (
    select count(*) as students, count(*) filter (where medical_status = any(${needsReview})
      or dental_status = any(${needsReview}) or vision_status = any(${needsReview})) as waiting
    from student_periods sp
    where sp.period_id = latest.id and sp.deleted_at is null and sp.status = 'active'
  ) counts on true
  where schools.archived_at is null and ${scope.within(context, 'schools.id')}
) listed`

/** Returns a page of schools and the total. */
export const listSchools = async (context: Context, query: TableQuery) => {
  const words = searchWords(query.search).map(
    (word) => sql<boolean>`position(shipmate_fold(${word}) in shipmate_fold(listed.name)) > 0`,
  )
  const conditions = [
    sql`true`,
    ...words,
    ...filterConditions(columns, query.filters ?? {}, officeTime(context.clock)),
  ]
  const where = sql`where ${sql.join(conditions, sql` and `)}`
  const order = orderBy(columns, query.sort ?? [{ field: 'name', descending: false }], sql`listed.id`)
  const [rows, count] = await Promise.all([
    sql<ListedSchool>`select listed.* from ${listed(context)} ${where} ${order} ${pageOf(query)}`.execute(
      context.db,
    ),
    sql<{ total: number }>`select count(*)::int as total from ${listed(context)} ${where}`.execute(
      context.db,
    ),
  ])
  return { rows: rows.rows, total: count.rows[0]?.total ?? 0 }
}

export const listSchoolNames = (context: Context) =>
  scope.schools(context).select(['schools.id', 'schools.name']).orderBy('schools.name').execute()

const selectSchools = (context: ScopeContext & Pick<Context, 'clock'>) =>
  scope
    .schools(context)
    .select([
      'schools.id',
      'schools.name',
      'schools.slug',
      'schools.time_zone',
      'schools.logo_url',
      'schools.address_1',
      'schools.address_2',
      'schools.city',
      'schools.state',
      'schools.zip',
      'schools.phone',
      'schools.website',
      'schools.contacts',
      'schools.deadlines_contact',
      'schools.colors',
      'schools.colors_version',
      'schools.email_settings',
      'schools.email_settings_version',
      'schools.version',
      currentPeriodId(context.clock, sql`schools.id`).as('latest_period_id'),
    ])
export type SchoolRow = Awaited<ReturnType<ReturnType<typeof selectSchools>['executeTakeFirstOrThrow']>>

/** Returns one school, or undefined if it’s unknown, foreign or archived. */
export const findSchool = (
  context: ScopeContext & Pick<Context, 'clock'>,
  id: number,
): Promise<SchoolRow | undefined> => selectSchools(context).where('schools.id', '=', id).executeTakeFirst()

/** Returns one school. @throws Problem 404 when it’s unknown, foreign or archived */
export const getSchool = async (
  context: ScopeContext & Pick<Context, 'clock'>,
  id: number,
): Promise<SchoolRow> => {
  const school = await findSchool(context, id)
  if (!school) throw problem.notFound()
  return school
}

/** Returns a school and locks its row until the end of the transaction. @throws Problem 404 */
export const lockSchool = async (context: Context, id: number): Promise<SchoolRow> => {
  await scope.schools(context).select('schools.id').where('schools.id', '=', id).forUpdate().execute()
  return getSchool(context, id)
}

const selectFiles = (context: ScopeContext) =>
  scope
    .schoolFiles(context)
    .select([
      'school_files.id',
      'school_files.school_id',
      'school_files.kind',
      'school_files.public_name',
      'school_files.name',
      'school_files.alt',
      'school_files.media_type',
      'school_files.size',
      'school_files.width',
      'school_files.height',
      'school_files.created_at',
      'school_files.deleted_at',
    ])
export type SchoolFileRow = Awaited<ReturnType<ReturnType<typeof selectFiles>['executeTakeFirstOrThrow']>>

/** Lists the files of a school that aren’t removed, newest first. */
export const listFiles = (
  context: ScopeContext,
  schoolId: number,
  kind?: SchoolFileKind,
): Promise<SchoolFileRow[]> =>
  selectFiles(context)
    .where('school_files.school_id', '=', schoolId)
    .where('school_files.deleted_at', 'is', null)
    .$if(kind !== undefined, (query) => query.where('school_files.kind', '=', kind ?? ''))
    .orderBy('school_files.created_at', 'desc')
    .orderBy('school_files.id', 'desc')
    .execute()

/** Returns a school’s file, removed or not, locked until the end of the transaction. @throws Problem 404 */
export const lockFile = async (
  context: ScopeContext,
  schoolId: number,
  id: number,
): Promise<SchoolFileRow> => {
  const row = await selectFiles(context)
    .where('school_files.school_id', '=', schoolId)
    .where('school_files.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw problem.notFound()
  return row
}
