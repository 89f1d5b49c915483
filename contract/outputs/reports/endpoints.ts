import * as z from 'zod/mini'
import { download, endpoint, one, page } from '#contract/platform/endpoint.ts'
import { idText } from '#contract/platform/fields.ts'
import { figureQuery, figureReply } from './figures.ts'
import { ageOutAsk, ageOutChange, ageOutCounts, ageOutQuery, agingOutRow } from './age-out.ts'
import { batchResults, batchResultsAsk, waiverExportCounts, waiverExportQuery } from './waiver-export.ts'

export const listAgingOut = endpoint({
  method: 'GET',
  path: '/api/reports/age-out',
  access: 'admin',
  limit: 'downloads',
  givesSsn: false,
  summary:
    'Returns the waivers of a policy year that rely on a parent’s plan and end because of age by its end, the first to end first. With `format`, all of them as a file.',
  query: ageOutQuery,
  reply: page(agingOutRow),
  orFile: true,
})

export const countAgingOut = endpoint({
  method: 'GET',
  path: '/api/reports/age-out/counts',
  access: 'admin',
  summary:
    'Counts the students in the age-out report of a policy year by days until coverage ends, and returns which waivers change to aged out next.',
  query: z.strictObject({ period_id: idText }),
  reply: one(ageOutCounts),
})

export const ageOutWaivers = endpoint({
  method: 'POST',
  path: '/api/reports/age-out/change-statuses',
  access: 'admin',
  summary:
    'Changes waivers to aged out whose presumed coverage end has passed, each once. With `dry_run`, only counts them. 409 if the counts aren’t those expected.',
  body: ageOutAsk,
  idempotent: true,
  reply: one(ageOutChange),
})

export const exportWaivers = endpoint({
  method: 'GET',
  path: '/api/reports/waiver-export-for-ability',
  access: 'admin',
  limit: 'downloads',
  givesSsn: false,
  summary:
    'Returns the waivers of a policy year as the file that a batch eligibility service takes. With `part=cannot_send`, the rows that lack a detail, and which. The download is logged.',
  query: waiverExportQuery,
  reply: download('text/csv; charset=utf-8'),
})

export const countWaiverExport = endpoint({
  method: 'GET',
  path: '/api/reports/waiver-export-for-ability/counts',
  access: 'admin',
  summary:
    'Counts the waivers of a policy year that can be sent to a batch eligibility service, and why others can’t.',
  query: z.strictObject({ period_id: idText }),
  reply: one(waiverExportCounts),
})

export const importBatchResults = endpoint({
  method: 'POST',
  path: '/api/reports/waiver-export-for-ability/results',
  access: 'admin',
  limit: 'exports',
  summary:
    'Imports the result file of a batch eligibility service as eligibility reports. With `dry_run`, says what it would change. 422 while rows are rejected and not left out.',
  upload: true,
  body: batchResultsAsk,
  idempotent: true,
  reply: one(batchResults),
})

export const readFigure = endpoint({
  method: 'GET',
  path: '/api/reports/figures',
  access: 'admin',
  limit: 'downloads',
  givesSsn: false,
  summary:
    'Returns the numbers of one figure of a policy year, today’s with the filters of the list that has their rows. With `format`, as a file.',
  query: figureQuery,
  reply: one(figureReply),
  orFile: true,
})
