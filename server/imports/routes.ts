import type * as endpoints from '#contract/imports/endpoints.ts'
import { selectPeriod } from '../db/scope.ts'
import type { Handlers } from '../http/mount.ts'
import { pageMetaOf } from '../lib/table.ts'
import { askToApply } from './commands/ask-to-apply.ts'
import { readHeadersOf, takeFile } from './commands/take-file.ts'
import { takePeriod } from './commands/take-period.ts'
import { presentImport, presentRow } from './present.ts'
import {
  countPlannedRows,
  firstErrors,
  getImportRecord,
  listImportRecords,
  listLastActs,
  listPlannedRows,
} from './queries.ts'
import { downloadRefusedRows } from './refused-rows.ts'

export const handlers: Handlers<typeof endpoints> = {
  importFromCsv: async (context, { body, file }) => ({ import_id: await takeFile(context, body, file) }),
  importFromPeriod: async (context, { body }) => ({ import_id: await takePeriod(context, body) }),
  readHeaders: (context, { body, file }) => readHeadersOf(context, body.period_id, file),
  listImports: async (context, { query }) => {
    await selectPeriod(context, query.period_id)
    const runs = await listImportRecords(context, query.period_id)
    const lastActs = await listLastActs(context, runs)
    return runs.map((run) => presentImport(run, { now: context.clock.now(), lastAct: lastActs.get(run.id) }))
  },
  getImport: async (context, { params }) => {
    const run = await getImportRecord(context, params.id)
    const lastActs = await listLastActs(context, [run])
    const errors = await firstErrors(context, run.id)
    return presentImport(run, { now: context.clock.now(), errors, lastAct: lastActs.get(run.id) })
  },
  applyImport: async (context, { params, body }) => ({
    import_id: await askToApply(context, params.id, body?.accept_valid_rows),
  }),
  listImportRows: async (context, { params, query }) => {
    const run = await getImportRecord(context, params.id)
    const total = await countPlannedRows(context, run.id, query.outcome)
    const at = { limit: query.per_page, offset: (query.page - 1) * query.per_page }
    const rows = await listPlannedRows(context, run.id, query.outcome, at)
    return { data: rows.map(presentRow), meta: pageMetaOf(query, total, rows.length) }
  },
  downloadRefusedRows: (context, { params }) => downloadRefusedRows(context, params.id),
}
