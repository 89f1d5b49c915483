import * as z from 'zod/mini'
import { endpoint, one, page } from '../endpoint.ts'
import { idText } from '../fields.ts'
import { figureQuery, figureReply } from './figures.ts'
import { ageOutAsk, ageOutChange, ageOutCounts, ageOutQuery, agingOutRow } from './age-out.ts'

export const listAgingOut = endpoint({
  method: 'GET',
  path: '/api/reports/age-out',
  access: 'admin',
  summary:
    'Returns the waivers of a period that rely on a parent’s plan and end because of age by the period’s end, the first to end first. With `format`, all of them as a file.',
  query: ageOutQuery,
  reply: page(agingOutRow),
  orFile: true,
})

export const countAgingOut = endpoint({
  method: 'GET',
  path: '/api/reports/age-out/counts',
  access: 'admin',
  summary: 'Counts the age-out report of a period by horizon, and says what changes to aged out next.',
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

export const readFigure = endpoint({
  method: 'GET',
  path: '/api/reports/figures',
  access: 'admin',
  summary:
    'Returns the numbers of one figure of a period, each with the filters of the list that has its rows. With `format`, as a file.',
  query: figureQuery,
  reply: one(figureReply),
  orFile: true,
})
