import type * as endpoints from '#contract/imports/endpoints.ts'
import { selectPeriod } from '../db/scope.ts'
import type { Handlers } from '../http/mount.ts'
import { pageMetaOf } from '../lib/table.ts'
import { requestApply } from './commands/request-apply.ts'
import { readHeadersOf, receiveFile } from './commands/receive-file.ts'
import { startPeriodImport } from './commands/start-period-import.ts'
import { presentImport, presentRow } from './present.ts'
import {
  countPlannedRows,
  firstErrors,
  getImportRecord,
  listImportRecords,
  listLastChanges,
  listPlannedRows,
} from './queries.ts'
import { downloadRefusedRows } from './refused-rows.ts'

export const handlers: Handlers<typeof endpoints> = {
  importFromCsv: async (context, { body, file }) => ({ import_id: await receiveFile(context, body, file) }),
  importFromPeriod: async (context, { body }) => ({ import_id: await startPeriodImport(context, body) }),
  readHeaders: (context, { body, file }) => readHeadersOf(context, body, file),
  listImports: async (context, { query }) => {
    await selectPeriod(context, query.period_id)
    const runs = await listImportRecords(context, query.period_id)
    const lastActs = await listLastChanges(context, runs)
    return runs.map((run) => presentImport(run, { now: context.clock.now(), lastAct: lastActs.get(run.id) }))
  },
  getImport: async (context, { params }) => {
    const run = await getImportRecord(context, params.id)
    const lastActs = await listLastChanges(context, [run])
    const errors = await firstErrors(context, run.id)
    return presentImport(run, { now: context.clock.now(), errors, lastAct: lastActs.get(run.id) })
  },
  applyImport: async (context, { params, body }) => ({
    import_id: await requestApply(context, params.id, body?.accept_valid_rows),
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
