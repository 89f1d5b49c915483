import * as z from 'zod/mini'
import { endpoint, page } from '../endpoint.ts'
import { tableQuery } from '../table-query.ts'
import { insuranceCompanyColumns, insuranceCompanyRow } from './shapes.ts'

export const listInsuranceCompanies = endpoint({
  method: 'GET',
  path: '/api/insurance-companies',
  access: 'school',
  summary: 'The insurance companies.',
  query: z.strictObject(tableQuery(insuranceCompanyColumns)),
  reply: page(insuranceCompanyRow),
})
