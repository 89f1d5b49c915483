import type * as endpoints from '#contract/outputs/reports/endpoints.ts'
import { reading } from '#server/platform/db/replica.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { fileOfReport } from './files/age-out.ts'
import { countAgingOut, listAgingOut } from './queries/age-out-report.ts'
import { fileOfFigure } from './files/figure.ts'
import { readFigure } from './queries/figures.ts'
import { ageOutWaivers } from './commands/age-out.ts'
import { importBatchResults } from './commands/import-results.ts'
import { countWaiverExport, exportWaivers } from './files/waivers.ts'

export const handlers: Handlers<typeof endpoints> = {
  listAgingOut: (context, { query: { format, ...query } }) =>
    format === undefined
      ? reading(context, (inside) => listAgingOut(inside, query))
      : fileOfReport(context, query, format),

  countAgingOut: (context, { query }) => reading(context, (inside) => countAgingOut(inside, query.period_id)),

  readFigure: (context, { query: { format, ...query } }) =>
    format === undefined
      ? reading(context, (inside) => readFigure(inside, query))
      : fileOfFigure(context, query, format),

  ageOutWaivers: (context, { body }) => ageOutWaivers(context, body),

  exportWaivers: (context, { query }) => exportWaivers(context, query),

  countWaiverExport: (context, { query }) =>
    reading(context, (inside) => countWaiverExport(inside, query.period_id)),

  importBatchResults: (context, { body, file }) => importBatchResults(context, body, file),
}
