import { sql } from 'kysely'
import * as z from 'zod/mini'
import { statusCatalogue } from '#contract/setup/coverage/choices.ts'
import type { PageMeta } from '#contract/platform/endpoint.ts'
import { pastDayRow, type PastDayQuery, type PastDayRow } from '#contract/outputs/reports/figures.ts'
import { statusFieldOf } from '#contract/records/student-periods/fields.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, selectPeriod } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { pageMetaOf } from '#server/platform/lib/table.ts'
import { problem } from '#server/platform/problem.ts'
import { endsOfDays, readStatusPaths } from './past-statuses.ts'
import { statusAt } from './status-rules.ts'
import { listedName } from '#server/platform/db/person-names.ts'

/**
 * Returns a page of the students whom status over time counts in a status family at the end of a day, by name. They’re
 * found by the same statement and rule as the number, so records that are inactive or removed today are among them.
 * @throws Problem 422 if the period is unknown or the day hasn’t come
 */
export const listPastDay = async (
  context: Context,
  { period_id, coverage, day, family, ...paging }: PastDayQuery,
): Promise<{ readonly data: PastDayRow[]; readonly meta: PageMeta }> => {
  const period = await selectPeriod(context, period_id)
  if (day > dayIn(context.clock, officeTimeZone))
    throw problem.invalid({ day: 'Choose today or an earlier day.' })
  const paths = await readStatusPaths(context, period.id, coverage, await endsOfDays(context, [day]), {
    withIds: true,
  })
  const found = paths.flatMap((path) => {
    const status = statusAt(path, 0)
    return status === null || statusCatalogue[status].family !== family
      ? []
      : path.ids.map((id) => ({ id, status }))
  })
  const { rows } = await sql`
    select sp.student_id, sp.id as student_period_id, student.sid, found.status,
      ${listedName('student')} as student_name,
      ${sql.ref(`sp.${statusFieldOf(coverage)}`)} as status_now,
      case when sp.deleted_at is null then sp.status else 'removed' end as record_now
    from unnest(${found.map(({ id }) => id)}::bigint[], ${found.map(({ status }) => status)}::text[]) found(id, status)
    join student_periods sp on sp.id = found.id
    join students student on student.id = sp.student_id
    where ${scope.within(context, 'sp.school_id')} and ${scope.within(context, 'student.school_id')}
    order by sp.sort_name, sp.id
    limit ${paging.per_page} offset ${(paging.page - 1) * paging.per_page}`.execute(context.db)
  const data = z.parse(z.array(pastDayRow), rows)
  return { data, meta: pageMetaOf(paging, found.length, data.length) }
}
