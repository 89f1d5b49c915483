import type * as endpoints from '#contract/review/setup-differences/endpoints.ts'
import { getPeriod } from '#server/platform/db/scope.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { pageMetaOf } from '#server/platform/lib/table.ts'
import { applying } from './jobs.ts'
import { listGroup, readDifferences } from './queries.ts'

export const handlers: Handlers<typeof endpoints> = {
  getSetupDifferences: (context, { params }) => readDifferences(context, params.id),

  listSetupDifferenceStudents: async (context, { params, query }) => {
    const { rows, total } = await listGroup(context, params.id, query)
    return { data: rows, meta: pageMetaOf(query, total, rows.length) }
  },

  applySetup: async (context, { params, body }) => {
    const { id: period_id, school_id } = await getPeriod(context, params.id)
    const total = body.expected.differences
    const job_id = await applying.start(context, { ...body, period_id }, { total, schoolId: school_id })
    return { job_id }
  },
}
