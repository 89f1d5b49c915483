import * as z from 'zod/mini'
import { empty, endpoint, one, page } from '../endpoint.ts'
import { idParams } from '../fields.ts'
import { historyColumns, historyEntry } from '../history/shapes.ts'
import { tableQuery } from '../table-query.ts'
import {
  companyMerge,
  companyMoved,
  insuranceCompany,
  insuranceCompanyChange,
  insuranceCompanyColumns,
  insuranceCompanyRow,
  nameAssignment,
  newInsuranceCompany,
  removalBody,
  removalQuery,
  typedName,
  typedNameColumns,
} from './shapes.ts'

export const listInsuranceCompanies = endpoint({
  method: 'GET',
  path: '/api/insurance-companies',
  access: 'school',
  summary: 'The insurance companies.',
  query: z.strictObject(tableQuery(insuranceCompanyColumns)),
  reply: page(insuranceCompanyRow),
})

export const createInsuranceCompany = endpoint({
  method: 'POST',
  path: '/api/insurance-companies/create',
  access: 'admin',
  summary: 'Creates an insurance company.',
  body: newInsuranceCompany,
  idempotent: true,
  reply: one(insuranceCompany),
  status: 201,
})

/** + Not in the specification: what was typed where no company was chosen. */
export const listTypedNames = endpoint({
  method: 'GET',
  path: '/api/insurance-companies/typed-names',
  access: 'admin',
  summary: 'Names of insurance companies that were typed by hand, with their counts.',
  query: z.strictObject(tableQuery(typedNameColumns)),
  reply: page(typedName),
})

export const getInsuranceCompany = endpoint({
  method: 'GET',
  path: '/api/insurance-companies/:id',
  access: 'admin',
  summary: 'An insurance company with everything that is known of it.',
  params: idParams,
  reply: one(insuranceCompany),
})

/** + Not in the specification: who changed what is known of a company. */
export const listInsuranceCompanyHistory = endpoint({
  method: 'GET',
  path: '/api/insurance-companies/:id/history',
  access: 'admin',
  summary: 'Who changed what of an insurance company, the latest first.',
  params: idParams,
  query: z.strictObject(tableQuery(historyColumns)),
  reply: page(historyEntry),
})

export const updateInsuranceCompany = endpoint({
  method: 'PUT',
  path: '/api/insurance-companies/:id',
  access: 'admin',
  summary: 'Changes an insurance company; fields that are left out stay.',
  params: idParams,
  body: insuranceCompanyChange,
  reply: one(insuranceCompany),
})

export const removeInsuranceCompany = endpoint({
  method: 'DELETE',
  path: '/api/insurance-companies/:id',
  access: 'admin',
  summary: 'Removes an insurance company that nothing uses; with merge_into_id what uses it goes there.',
  params: idParams,
  query: removalQuery,
  body: removalBody,
  reply: empty(),
})

/** + Not in the specification: a merge with its preview (`dry_run`). */
export const mergeInsuranceCompany = endpoint({
  method: 'POST',
  path: '/api/insurance-companies/:id/merge',
  access: 'admin',
  summary: 'Merges a company into another one; above 10,000 records as a job.',
  params: idParams,
  body: companyMerge,
  idempotent: true,
  reply: one(companyMoved),
})

/** + Not in the specification: names typed by hand become the company, with a preview (`dry_run`). */
export const assignTypedNames = endpoint({
  method: 'POST',
  path: '/api/insurance-companies/:id/assign-names',
  access: 'admin',
  summary: 'Makes names that were typed by hand uses of a company; above 10,000 records as a job.',
  params: idParams,
  body: nameAssignment,
  idempotent: true,
  reply: one(companyMoved),
})
