import { idOf, type TestRequests } from './test-request.ts'
import type { RequestWorld } from './request-world.ts'

const content = {
  subject: 'Your waiver, {{student.first_name}}',
  html: '<p>Hello {{student.first_name}},</p>',
  text: null,
  translations: {},
}

const globalId = async ({ services }: RequestWorld): Promise<number> => {
  const row = await services.owner
    .selectFrom('email_templates')
    .select('id')
    .where('school_id', 'is', null)
    .where('kind', '=', 'waiver_declined')
    .executeTakeFirstOrThrow()
  return row.id
}
const schoolTemplateId = async ({ services, schoolId }: RequestWorld): Promise<number> => {
  const row = await services.owner
    .selectFrom('email_templates')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('kind', '=', 'waiver_declined')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Valid requests of the module `email-templates`. */
export const templateRequests: TestRequests['email-templates'] = {
  listGlobalEmailTemplates: () => ({}),
  getGlobalEmailTemplate: async (world) => idOf(await globalId(world)),
  replaceGlobalEmailTemplate: async (world) => ({ ...idOf(await globalId(world)), body: content }),
  listSchoolEmailTemplates: ({ schoolId }) => ({ query: { school_id: String(schoolId) } }),
  getSchoolEmailTemplate: async (world) => idOf(await schoolTemplateId(world)),
  replaceSchoolEmailTemplate: async (world) => ({
    ...idOf(await schoolTemplateId(world)),
    body: { ...content, is_enabled: true },
  }),
  resetSchoolEmailTemplate: async (world) => idOf(await schoolTemplateId(world)),
  listEmailTemplateHistory: async (world) => idOf(await schoolTemplateId(world)),
  previewEmail: ({ schoolId, studentPeriodId }) => ({
    body: {
      kind: 'waiver_declined',
      school_id: schoolId,
      student_period_id: studentPeriodId,
      subject: 'Your waiver',
      html: '<p>Hello</p>',
      text: null,
    },
  }),
  checkEmailLinks: () => ({ body: { urls: ['https://plan.invalid/'] } }),
  sendTestStudentEmail: async (world) => ({
    body: { template_id: await schoolTemplateId(world), to: 'coordinator@campus.example' },
  }),
}
