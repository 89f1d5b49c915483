import type * as endpoints from '#contract/schools/endpoints.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../http/mount.ts'
import { pageMetaOf } from '../lib/table.ts'
import { listPeriods } from '../periods/index.ts'
import { problem } from '../problem.ts'
import { createSchool } from './commands.ts'
import { findSchool, listSchoolNames, listSchools } from './queries.ts'

const getSchool = async (context: Context, id: number) => {
  const school = await findSchool(context, id)
  if (!school) throw problem.notFound()
  return school
}

export const handlers: Handlers<typeof endpoints> = {
  listSchools: async (context, { query }) => {
    const { rows, total } = await listSchools(context, query)
    return { data: rows, meta: pageMetaOf(query, total, rows.length) }
  },

  listSchoolsForUsers: (context) => listSchoolNames(context),

  createSchool: async (context, { body }) => getSchool(context, await createSchool(context, body)),

  getSchool: (context, { params }) => getSchool(context, params.id),

  listSchoolPeriods: async (context, { params }) => {
    await getSchool(context, params.id)
    return listPeriods(context, params.id)
  },
}
