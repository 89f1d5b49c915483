import type * as endpoints from '#contract/mail/email-templates/endpoints.ts'
import type { SchoolTemplate } from '#contract/mail/email-templates/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { selectSchool } from '#server/platform/db/scope.ts'
import { listSetUpHistory } from '#server/platform/history/index.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { problem } from '#server/platform/problem.ts'
import { checkLinks } from './connections.ts'
import { replaceTemplate, resetTemplate, switchEmail } from './commands/change-template.ts'
import {
  languagesOf,
  findTemplate,
  getTemplate,
  listGlobal,
  listOfSchool,
  listOverriding,
  type TemplateRow,
} from './queries/texts.ts'
import { presentGlobal, presentOfSchool } from './present.ts'
import { previewEmail, sendTest } from './commands/try-out.ts'

const ofSchool = async (context: Context, row: TemplateRow): Promise<SchoolTemplate> => {
  if (row.school_id === null) throw problem.notFound()
  return presentOfSchool({ ...row, school_id: row.school_id }, await languagesOf(context, row.school_id))
}

const ofAllSchools = async (context: Context, row: TemplateRow) =>
  presentGlobal(row, (await listOverriding(context)).get(row.kind) ?? [])

export const handlers: Handlers<typeof endpoints> = {
  listGlobalEmailTemplates: async (context) => {
    const overriding = await listOverriding(context)
    return (await listGlobal(context)).map((row) => presentGlobal(row, overriding.get(row.kind) ?? []))
  },

  getGlobalEmailTemplate: async (context, { params }) =>
    ofAllSchools(context, await getTemplate(context, params.id, true)),

  replaceGlobalEmailTemplate: async (context, { params, body }) => {
    await replaceTemplate(context, params.id, body, {
      isGlobal: true,
      present: (row) => ofAllSchools(context, row),
    })
    return ofAllSchools(context, await getTemplate(context, params.id, true))
  },

  listSchoolEmailTemplates: async (context, { query }) => {
    await selectSchool(context, query.school_id)
    const languages = await languagesOf(context, query.school_id)
    const rows = await listOfSchool(context, query.school_id)
    return rows.map((row) => presentOfSchool({ ...row, school_id: query.school_id }, languages))
  },

  getSchoolEmailTemplate: async (context, { params }) =>
    ofSchool(context, await getTemplate(context, params.id, false)),

  replaceSchoolEmailTemplate: async (context, { params, body: { is_enabled: isEnabled, ...content } }) => {
    await replaceTemplate(context, params.id, content, {
      isGlobal: false,
      present: (row) => ofSchool(context, row),
    })
    if (isEnabled !== undefined) await switchEmail(context, params.id, isEnabled)
    return ofSchool(context, await getTemplate(context, params.id, false))
  },

  resetSchoolEmailTemplate: async (context, { params }) => {
    await resetTemplate(context, params.id)
    return ofSchool(context, await getTemplate(context, params.id, false))
  },

  listEmailTemplateHistory: async (context, { params, query }) => {
    if (!(await findTemplate(context, params.id))) throw problem.notFound()
    return listSetUpHistory(context, { type: 'email_template', id: params.id }, query)
  },

  previewEmail: (context, { body }) => previewEmail(context, body),

  checkEmailLinks: {
    // before the transaction: slow sites mustn't hold a connection to the database
    prove: async ({ services }, { body }) => {
      const found = await checkLinks(services, body.urls)
      return () => found
    },
  },

  sendTestStudentEmail: async (context, { body }) => ({ email_id: await sendTest(context, body) }),
}
