import * as z from 'zod/mini'
import { endpoint, list, one, page } from '../endpoint.ts'
import { id, idParams } from '../fields.ts'
import { period } from '../periods/shapes.ts'
import { tableQuery } from '../table-query.ts'
import { newSchool, school, schoolListColumns, schoolRow } from './shapes.ts'

export const listSchools = endpoint({
  method: 'GET',
  path: '/api/schools',
  access: 'admin',
  summary: 'The schools, with the counts of their latest period.',
  query: z.strictObject(tableQuery(schoolListColumns)),
  reply: page(schoolRow),
})

export const listSchoolsForUsers = endpoint({
  method: 'GET',
  path: '/api/schools-for-users',
  access: 'admin',
  summary: 'The schools by name, for the user form.',
  reply: list(z.object({ id: z.int(), name: z.string() })),
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
  summary: 'One school.',
  params: idParams,
  reply: one(school),
})

export const listSchoolPeriods = endpoint({
  method: 'GET',
  path: '/api/schools/:id/periods',
  access: 'school',
  summary: 'The periods of a school in the order of its staff; without one, the latest first.',
  params: idParams,
  reply: list(period),
})

export const orderPeriods = endpoint({
  method: 'PUT',
  path: '/api/schools/:id/periods/order',
  access: 'admin',
  summary: 'Puts the periods of a school in another order: every one of them, once.',
  params: idParams,
  body: z.strictObject({ ids: z.array(id).check(z.maxLength(500)) }),
  reply: list(period),
})

export { archiveSchool, listSchoolHistory, replaceSchoolAbout, replaceSchoolColors } from './settings.ts'

export {
  addImage,
  addLogo,
  addSchoolFile,
  getMedia,
  listSchoolFiles,
  listSchoolFileUses,
  removeSchoolFile,
} from './files.ts'
