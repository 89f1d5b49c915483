import type * as endpoints from '#contract/review/imports/endpoints.ts'
import type { ImportRun } from '#contract/review/imports/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { selectPeriod } from '#server/platform/db/scope.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { pageMetaOf } from '#server/platform/lib/table.ts'
import { problem } from '#server/platform/problem.ts'
import { confirmRows } from './commands/confirm-rows.ts'
import { withCompanyNames } from '#server/platform/history/index.ts'
import { fixCells } from './commands/fix-cells.ts'
import { releaseImport, listMissingStudents, requestApply } from './commands/review-preview.ts'
import { readHeadersOf, receiveFile, startPeriodImport } from './commands/receive-file.ts'
import { presentCells, presentImport, presentRow } from './present.ts'
import {
  countFindings,
  countMissing,
  countPlannedRows,
  firstErrors,
  getImportRecord,
  listImportRecords,
  listLastChanges,
  listPlannedRows,
  listRejectedCells,
  mappingOf,
  type ImportRecord,
  type SavedError,
} from './queries/runs.ts'
import { downloadRefusedRows } from './files/refused-rows.ts'

const presentImports = async (
  context: Context,
  runs: readonly ImportRecord[],
  errors: readonly SavedError[] = [],
): Promise<ImportRun[]> => {
  const lastActs = await listLastChanges(context, runs)
  const findings = await countFindings(context, runs)
  const missing = await countMissing(context, runs)
  return runs.map((run) =>
    presentImport(run, {
      now: context.clock.now(),
      errors,
      findings: findings.get(run.id),
      missing: missing.get(run.id),
      lastAct: lastActs.get(run.id),
    }),
  )
}

const readImport = async (context: Context, id: number): Promise<ImportRun> => {
  const run = await getImportRecord(context, id)
  const [shown] = await presentImports(context, [run], await firstErrors(context, id))
  if (!shown) throw problem.notFound()
  return shown
}

export const handlers: Handlers<typeof endpoints> = {
  importFromCsv: async (context, { body, file }) => ({ import_id: await receiveFile(context, body, file) }),
  importFromPeriod: async (context, { body }) => ({ import_id: await startPeriodImport(context, body) }),
  readHeaders: (context, { body, file }) => readHeadersOf(context, body, file),
  listImports: async (context, { query }) => {
    await selectPeriod(context, query.period_id)
    return presentImports(context, await listImportRecords(context, query.period_id))
  },
  getImport: (context, { params }) => readImport(context, params.id),
  confirmImportRows: async (context, { params, body }) => {
    await confirmRows(context, params.id, body)
    return readImport(context, params.id)
  },
  listRejectedCells: async (context, { params }) => {
    const run = await getImportRecord(context, params.id)
    const cells = await listRejectedCells(context, run.id)
    return cells.map((one) => presentCells(one, mappingOf(run)))
  },
  fixImportCells: async (context, { params, body }) => ({
    import_id: await fixCells(context, params.id, body.cells),
  }),
  releaseImport: async (context, { params }) => {
    await releaseImport(context, params.id)
    return readImport(context, params.id)
  },
  listMissingStudents: async (context, { params }) => {
    await listMissingStudents(context, params.id)
    return readImport(context, params.id)
  },
  applyImport: async (context, { params, body }) => ({
    import_id: await requestApply(context, params.id, body ?? {}),
  }),
  listImportRows: async (context, { params, query }) => {
    const run = await getImportRecord(context, params.id)
    const total = await countPlannedRows(context, run.id, query.outcome)
    const at = { limit: query.per_page, offset: (query.page - 1) * query.per_page }
    const rows = await listPlannedRows(context, run.id, query.outcome, at)
    const data = await withCompanyNames(context.db, rows.map(presentRow))
    return { data, meta: pageMetaOf(query, total, rows.length) }
  },
  downloadRefusedRows: (context, { params }) => downloadRefusedRows(context, params.id),
}
