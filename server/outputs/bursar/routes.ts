import type * as endpoints from '#contract/outputs/bursar/endpoints.ts'
import type { BursarBatchDetails, BursarPreview } from '#contract/outputs/bursar/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { getPeriod } from '#server/platform/db/scope.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { getSchool } from '#server/setup/schools/index.ts'
import { changeState, makeBatch, replaceSettings } from './commands.ts'
import { downloadFile } from './files.ts'
import { getBilledPeriod } from './queries/owed.ts'
import { presentBatch } from './present.ts'
import {
  countLines,
  getBatch,
  listBatches,
  readLines,
  readNewBatch,
  readNextNumber,
  readSettings,
  readTotals,
  type LinePage,
} from './queries/batches.ts'

const preview = async (context: Context, id: number, page: LinePage): Promise<BursarPreview> => {
  const period = await getBilledPeriod(context, id)
  const today = dayIn(context.clock, officeTimeZone)
  const { totals, without_premium, direct_pay, lines } = await readNewBatch(context, period, {
    ...page,
    today,
  })
  return {
    totals,
    next_number: await readNextNumber(context, period.school_id),
    without_premium,
    direct_pay,
    lines: [...lines],
    lines_total: countLines(totals, page.action),
  }
}

const details = async (context: Context, id: number, page: LinePage): Promise<BursarBatchDetails> => {
  const batch = await getBatch(context, id)
  const totals = await readTotals(context, id)
  return {
    batch: presentBatch(batch),
    totals,
    lines: await readLines(context, id, page),
    lines_total: countLines(totals, page.action),
  }
}

export const handlers: Handlers<typeof endpoints> = {
  previewBursarBatch: (context, { params, query }) => preview(context, params.id, query),

  listBursarBatches: async (context, { params }) => {
    await getPeriod(context, params.id)
    return (await listBatches(context, params.id)).map(presentBatch)
  },

  makeBursarBatch: async (context, { params, body }) =>
    presentBatch(await getBatch(context, await makeBatch(context, params.id, body))),

  getBursarBatch: (context, { params, query }) => details(context, params.id, query),

  downloadBursarFile: (context, { params, query }) => downloadFile(context, params.id, query.format),

  releaseBursarBatch: (context, { params }) => changeState(context, params.id, 'release'),

  confirmBursarBatch: (context, { params }) => changeState(context, params.id, 'confirm'),

  voidBursarBatch: (context, { params, body }) => changeState(context, params.id, 'void', body.reason),

  getBursarSettings: async (context, { params }) => {
    await getSchool(context, params.id)
    return readSettings(context, params.id)
  },

  replaceBursarSettings: (context, { params, body }) => replaceSettings(context, params.id, body),
}
