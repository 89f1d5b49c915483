import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { getSchool, listArchived, lockSchool } from '../queries/single.ts'

/** Returns why a school can’t be archived; null if it can. @throws Problem 404 */
export const archiveProblem = async (context: Context, id: number): Promise<string | null> => {
  const school = await getSchool(context, id)
  const { records, years } = await scope
    .studentPeriods(context)
    .select([
      sql<number>`count(*)::int`.as('records'),
      sql<number>`count(distinct student_periods.period_id)::int`.as('years'),
    ])
    .where('student_periods.school_id', '=', id)
    .executeTakeFirstOrThrow()
  return records === 0
    ? null
    : `${school.name} has students in ${years === 1 ? '1 policy year' : `${years} policy years`}. You can’t archive a school with students.`
}

/**
 * Archives a school without students; its name and slug can be used again.
 * @throws Problem 404, 409 while it has students
 */
export const archiveSchool = async (context: Context, id: number): Promise<void> => {
  await lockSchool(context, id)
  const wrong = await archiveProblem(context, id)
  if (wrong !== null) throw problem.inUse(wrong)
  const now = context.clock.now().toISOString()
  await setArchived(context, id, now)
  await recordArchive(context, id, 'school_archived')
}

/**
 * Restores an archived school as it was.
 * @throws Problem 404 if it isn’t archived; 409 if another school has its name, slug or host
 */
export const restoreSchool = async (context: Context, id: number): Promise<void> => {
  const [school] = await listArchived(context, id)
  if (!school) throw problem.notFound()
  const taken = await scope
    .schools(context)
    .select('schools.name')
    .where((where) =>
      where.or([
        sql<boolean>`shipmate_fold(schools.name) = shipmate_fold(${school.name})`,
        where('schools.slug', '=', school.slug),
        ...(school.site_host === null ? [] : [where('schools.site_host', '=', school.site_host)]),
      ]),
    )
    .executeTakeFirst()
  if (taken)
    throw problem.inUse(
      `${taken.name} has the name or site address of this school now. Change it there first, then restore ${school.name}.`,
    )
  await setArchived(context, id, null)
  await recordArchive(context, id, 'school_restored')
}

const setArchived = (context: Context, id: number, at: string | null) =>
  scope
    .update(context, 'schools')
    .set({ archived_at: at, updated_at: context.clock.now().toISOString() })
    .where('id', '=', id)
    .execute()

const recordArchive = (context: Context, id: number, kind: 'school_archived' | 'school_restored') =>
  recordHistory(context, { kind, schoolId: id }, [
    { kind, subject: { type: 'school', id }, school_id: id, changes: [] },
  ])
