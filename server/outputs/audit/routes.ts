import type * as endpoints from '#contract/outputs/audit/endpoints.ts'
import { logActivityView, logView } from '#server/platform/history/index.ts'
import { reading } from '#server/platform/db/replica.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { readActivity, findStudentName, listPeople } from './queries/activity.ts'
import { fileOfActivity } from './files/activity.ts'
import { listChangedRecords } from './queries/changes.ts'
import { readDisclosures } from './queries/disclosures.ts'
import { filterText } from './queries/accesses.ts'
import { countOpenFindings, listReviews } from './queries/reviews.ts'
import { copyRecord } from './files/record-copy.ts'
import { markLookedAt } from './commands.ts'

export const handlers: Handlers<typeof endpoints> = {
  listActivity: async (context, { query: { before, per_page, format, ...filter } }) => {
    if (format !== undefined) return fileOfActivity(context, filter, format)
    if (before === undefined) {
      // saves pending accesses first, so that the latest ones are listed; the reading itself is listed next time
      await context.services.accesses.flush()
      logActivityView(context, filter, `activity log${filterText(filter)}`)
    }
    const page = await reading(context, (inside) => readActivity(inside, filter, { before, per_page }))
    return { ...page, student: await findStudentName(context, filter.student_id) }
  },

  listActivityPeople: (context) => listPeople(context),

  listChangedRecords: (context, { params, query }) => listChangedRecords(context, params.id, query),

  getDisclosures: async (context, { params }) => {
    const record = await readDisclosures(context, params.id)
    logView(context, { id: params.id, school_id: record.school.id }, { subject_type: 'disclosures' })
    return record
  },

  copyStudentRecord: (context, { params }) => copyRecord(context, params.id),

  listActivityReviews: (context) => {
    logActivityView(context, {}, 'weekly review')
    return listReviews(context)
  },

  lookAtFinding: (context, { params, body }) => markLookedAt(context, params.id, body.note),

  countOpenFindings: async (context) => ({ quantity: await countOpenFindings(context) }),
}
