import type * as endpoints from '#contract/records/options/endpoints.ts'
import { getPeriod } from '#server/platform/db/scope.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { isLongCall } from '#server/records/student-periods/index.ts'
import { listUses } from '#server/setup/website/index.ts'
import { recordsOf, renameOption } from './commands/rename-option.ts'
import { startRenameJob } from './jobs.ts'

export const handlers: Handlers<typeof endpoints> = {
  listOptionUses: async (context, { params }) => listUses(context, (await getPeriod(context, params.id)).id),

  renameOption: async (context, { params, body }) => {
    await getPeriod(context, params.id)
    const isLong = body.carries_records && (await isLongCall(context, recordsOf(params.id, body)))
    return isLong
      ? { job_id: await startRenameJob(context, params.id, body) }
      : renameOption(context, params.id, body)
  },
}
