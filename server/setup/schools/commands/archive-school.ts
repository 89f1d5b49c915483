import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { lockSchool } from '../queries.ts'

/**
 * Archives a school without students; its name and slug can be used again.
 * @throws Problem 404, 409 while it has students
 */
export const archiveSchool = async (context: Context, id: number): Promise<void> => {
  const school = await lockSchool(context, id)
  const { records, years } = await scope
    .studentPeriods(context)
    .select([
      sql<number>`count(*)::int`.as('records'),
      sql<number>`count(distinct student_periods.period_id)::int`.as('years'),
    ])
    .where('student_periods.school_id', '=', id)
    .executeTakeFirstOrThrow()
  if (records > 0)
    throw problem.inUse(
      `${school.name} has students in ${years === 1 ? '1 policy year' : `${years} policy years`}. You can’t archive a school with students.`,
    )
  const now = context.clock.now().toISOString()
  await scope
    .update(context, 'schools')
    .set({ archived_at: now, updated_at: now })
    .where('id', '=', id)
    .execute()
  await recordHistory(context, { kind: 'school_archived', schoolId: id }, [
    {
      kind: 'school_archived',
      subject: { type: 'school', id },
      school_id: id,
      changes: [{ field: 'name', before: school.name, after: null }],
    },
  ])
}
