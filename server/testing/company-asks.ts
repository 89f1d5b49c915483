import { buildCompany } from '#server/insurance-companies/factory.ts'
import type { AskWorld } from './ask-world.ts'

const company = async ({ house }: AskWorld) => ({
  params: { id: String(await buildCompany(house.owner)) },
})

/** What is sent to the endpoints of insurance companies; the table of all asks checks that none is missing. */
export const asksOfInsuranceCompanies = {
  listInsuranceCompanies: () => ({}),
  createInsuranceCompany: ({ schoolId }: AskWorld) => ({ body: { name: `Lakeside Health ${schoolId}` } }),
  listTypedNames: () => ({}),
  getInsuranceCompany: company,
  listInsuranceCompanyHistory: company,
  updateInsuranceCompany: async (world: AskWorld) => ({
    ...(await company(world)),
    body: { is_electronic: true },
  }),
  removeInsuranceCompany: company,
  mergeInsuranceCompany: async (world: AskWorld) => ({
    ...(await company(world)),
    body: { merge_into_id: await buildCompany(world.house.owner) },
  }),
  assignTypedNames: async (world: AskWorld) => ({ ...(await company(world)), body: { names: ['Lakeside'] } }),
}
