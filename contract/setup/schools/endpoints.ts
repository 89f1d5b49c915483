import * as z from 'zod/mini'
import { endpoint, list, one, page } from '#contract/platform/endpoint.ts'
import { id, idParams } from '#contract/platform/fields.ts'
import { period } from '#contract/setup/periods/shapes.ts'
import { tableQuery } from '#contract/platform/table-query.ts'
import { newSchool, school, schoolListColumns, schoolRow } from './shapes.ts'

export const listSchools = endpoint({
  method: 'GET',
  path: '/api/schools',
  access: 'admin',
  limit: 'searches',
  summary: 'Lists schools with the counts of their latest policy year.',
  query: z.strictObject(tableQuery(schoolListColumns)),
  reply: page(schoolRow),
})

export const listSchoolsForUsers = endpoint({
  method: 'GET',
  path: '/api/schools-for-users',
  access: 'admin',
  summary: 'Lists schools by name for menus and forms.',
  reply: list(z.object({ id: z.int(), name: z.string(), logo_url: z.nullable(z.string()) })),
})

export const createSchool = endpoint({
  method: 'POST',
  path: '/api/schools/create',
  access: 'admin',
  summary: 'Creates a school.',
  body: newSchool,
  idempotent: true,
  reply: one(school),
  status: 201,
})

export const getSchool = endpoint({
  method: 'GET',
  path: '/api/schools/:id',
  access: 'school',
  summary: 'Returns a school.',
  params: idParams,
  reply: one(school),
})

export const listSchoolPeriods = endpoint({
  method: 'GET',
  path: '/api/schools/:id/periods',
  access: 'school',
  summary: 'Lists a school’s policy years in the order set by staff, or newest first.',
  params: idParams,
  reply: list(period),
})

export const orderPeriods = endpoint({
  method: 'PUT',
  path: '/api/schools/:id/periods/order',
  access: 'admin',
  summary: 'Reorders a school’s policy years. List each policy year exactly once.',
  params: idParams,
  body: z.strictObject({ ids: z.array(id).check(z.maxLength(500)) }),
  reply: list(period),
})

export {
  archiveSchool,
  checkSchoolArchive,
  getSchoolEmailSettings,
  getSchoolSiteSettings,
  listArchivedSchools,
  listSchoolHistory,
  replaceSchoolAbout,
  replaceSchoolColors,
  replaceSchoolEmailSettings,
  replaceSchoolSiteSettings,
  restoreSchool,
} from './settings.ts'

export {
  addImage,
  addLogo,
  addSchoolFile,
  getMedia,
  listSchoolFiles,
  listSchoolFileUses,
  removeSchoolFile,
} from './files.ts'
