import type * as endpoints from '#contract/records/insurance-companies/endpoints.ts'
import type { CompanyMove, InsuranceCompany } from '#contract/records/insurance-companies/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { listSetUpHistory } from '#server/platform/history/index.ts'
import { counters, limitFromNetwork } from '#server/platform/http/throttle.ts'
import { pageMetaOf } from '#server/platform/lib/table.ts'
import { problem } from '#server/platform/problem.ts'
import { isLong } from '#server/platform/jobs/index.ts'
import {
  assignNames,
  previewAssignment,
  mergeCompanies,
  previewMerge,
  removeCompany,
  removeInto,
  createCompany,
  updateCompany,
} from './commands.ts'
import { assigning, merging } from './jobs.ts'
import { presentCompany, presentRow } from './present.ts'
import { findCompany, listCompanies, listTypedNames, searchForStudents } from './queries.ts'

const get = async (context: Context, id: number): Promise<InsuranceCompany> => {
  const company = await findCompany(context, id)
  if (!company) throw problem.notFound()
  return presentCompany(company)
}

interface Move {
  readonly preview: () => Promise<CompanyMove>
  readonly now: () => Promise<CompanyMove>
  readonly later: (total: number) => Promise<number>
}

/** Previews a merge or match, runs it, or starts it as a job if it’s long. */
const move = async (isDryRun: boolean, { preview, now, later }: Move) => {
  const shown = await preview()
  if (isDryRun) return shown
  return isLong(shown.student_periods) ? { job_id: await later(shown.student_periods) } : now()
}

export const handlers: Handlers<typeof endpoints> = {
  listInsuranceCompanies: async (context, { query }) => {
    const { rows, total } = await listCompanies(context, query)
    return { data: rows.map(presentRow), meta: pageMetaOf(query, total, rows.length) }
  },

  createInsuranceCompany: async (context, { body }) => get(context, await createCompany(context, body)),

  listTypedNames: async (context, { query }) => {
    const { rows, total } = await listTypedNames(context, query)
    return { data: rows, meta: pageMetaOf(query, total, rows.length) }
  },

  searchCompaniesForStudents: async (context, { query }) => {
    await limitFromNetwork(context.services, counters.companySearches(context.address), 'searches')
    return searchForStudents(context, query.search)
  },

  getInsuranceCompany: (context, { params }) => get(context, params.id),

  listInsuranceCompanyHistory: async (context, { params, query }) => {
    const company = await get(context, params.id)
    return listSetUpHistory(context, { type: 'insurance_company', id: company.id }, query)
  },

  updateInsuranceCompany: async (context, { params, body }) => {
    await updateCompany(context, params.id, body)
    return get(context, params.id)
  },

  removeInsuranceCompany: async (context, { params, query, body }) => {
    const intoId = query.merge_into_id ?? body?.merge_into_id ?? null
    await (intoId === null ? removeCompany(context, params.id) : removeInto(context, params.id, intoId))
  },

  mergeInsuranceCompany: (context, { params, body: { dry_run, ...body } }) => {
    const ask = { id: params.id, ...body }
    return move(dry_run === true, {
      preview: () => previewMerge(context, ask),
      now: () => mergeCompanies(context, ask),
      later: (total) => merging.start(context, ask, { total }),
    })
  },

  assignTypedNames: (context, { params, body: { dry_run, ...body } }) => {
    const ask = { id: params.id, ...body }
    return move(dry_run === true, {
      preview: () => previewAssignment(context, ask),
      now: () => assignNames(context, ask),
      later: (total) => assigning.start(context, ask, { total }),
    })
  },
}
