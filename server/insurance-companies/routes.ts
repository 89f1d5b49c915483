import type * as endpoints from '#contract/insurance-companies/endpoints.ts'
import type { Handlers } from '../http/mount.ts'
import { pageMetaOf } from '../lib/table.ts'
import { listCompanies } from './queries.ts'

export const handlers: Handlers<typeof endpoints> = {
  listInsuranceCompanies: async (context, { query }) => {
    const { rows, total } = await listCompanies(context, query)
    return { data: rows, meta: pageMetaOf(query, total, rows.length) }
  },
}
