import { buildCompany } from '#server/records/insurance-companies/factory.ts'
import type { RequestWorld } from './request-world.ts'

const company = async ({ services }: RequestWorld) => ({
  params: { id: String(await buildCompany(services.owner)) },
})

/** Requests to the endpoints of insurance companies. The table of all requests checks that none is missing. */
export const insuranceCompanyRequests = {
  listInsuranceCompanies: () => ({}),
  createInsuranceCompany: ({ schoolId }: RequestWorld) => ({ body: { name: `Lakeside Health ${schoolId}` } }),
  listTypedNames: () => ({}),
  searchCompaniesForStudents: () => ({ query: { search: 'aetna' } }),
  getInsuranceCompany: company,
  listInsuranceCompanyHistory: company,
  updateInsuranceCompany: async (world: RequestWorld) => ({
    ...(await company(world)),
    body: { is_electronic: true },
  }),
  removeInsuranceCompany: company,
  mergeInsuranceCompany: async (world: RequestWorld) => ({
    ...(await company(world)),
    body: { merge_into_id: await buildCompany(world.services.owner) },
  }),
  assignTypedNames: async (world: RequestWorld) => ({
    ...(await company(world)),
    body: { names: ['Lakeside'] },
  }),
}
