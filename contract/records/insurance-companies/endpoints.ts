import * as z from 'zod/mini'
import { empty, endpoint, list, one, page } from '#contract/platform/endpoint.ts'
import { idParams, text } from '#contract/platform/fields.ts'
import { historyColumns, historyEntry } from '#contract/platform/history/shapes.ts'
import { tableQuery } from '#contract/platform/table-query.ts'
import {
  companyMerge,
  companyMoved,
  companyOfStudents,
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
  limit: 'searches',
  summary: 'Lists insurance companies.',
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

/** Company names typed when no company was chosen. */
export const listTypedNames = endpoint({
  method: 'GET',
  path: '/api/insurance-companies/typed-names',
  access: 'admin',
  limit: 'searches',
  summary: 'Lists company names that students typed and no company matches, with counts.',
  query: z.strictObject(tableQuery(typedNameColumns)),
  reply: page(typedName),
})

/** What the student site offers while a student types the name of their company. */
export const searchCompaniesForStudents = endpoint({
  method: 'GET',
  path: '/api/public/insurance-companies',
  access: 'anyone',
  limit: 'own',
  isPublic: true,
  summary: 'Lists up to 10 insurance companies with a name that contains every word, best match first.',
  query: z.strictObject({ search: text(100) }),
  reply: list(companyOfStudents),
})

export const getInsuranceCompany = endpoint({
  method: 'GET',
  path: '/api/insurance-companies/:id',
  access: 'admin',
  summary: 'Returns an insurance company with all its details.',
  params: idParams,
  reply: one(insuranceCompany),
})

/** The history of a company. */
export const listInsuranceCompanyHistory = endpoint({
  method: 'GET',
  path: '/api/insurance-companies/:id/history',
  access: 'admin',
  limit: 'searches',
  summary: 'Lists changes to an insurance company, newest first.',
  params: idParams,
  query: z.strictObject(tableQuery(historyColumns)),
  reply: page(historyEntry),
})

export const updateInsuranceCompany = endpoint({
  method: 'PUT',
  path: '/api/insurance-companies/:id',
  access: 'admin',
  summary: 'Updates an insurance company. Fields you leave out don’t change.',
  params: idParams,
  body: insuranceCompanyChange,
  reply: one(insuranceCompany),
})

export const removeInsuranceCompany = endpoint({
  method: 'DELETE',
  path: '/api/insurance-companies/:id',
  access: 'admin',
  summary: 'Deletes an unused insurance company, or moves its records to merge_into_id first.',
  params: idParams,
  query: removalQuery,
  body: removalBody,
  reply: empty(),
})

/** A merge with a preview (`dry_run`). */
export const mergeInsuranceCompany = endpoint({
  method: 'POST',
  path: '/api/insurance-companies/:id/merge',
  access: 'admin',
  summary: 'Merges a company into another. Runs as a job for more than 10,000 records.',
  params: idParams,
  body: companyMerge,
  idempotent: true,
  reply: one(companyMoved),
})

/** Matches typed names to the company, with a preview (`dry_run`). */
export const assignTypedNames = endpoint({
  method: 'POST',
  path: '/api/insurance-companies/:id/assign-names',
  access: 'admin',
  summary: 'Matches names that students typed to a company. Runs as a job for more than 10,000 records.',
  params: idParams,
  body: nameAssignment,
  idempotent: true,
  reply: one(companyMoved),
})
