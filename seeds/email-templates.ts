import type { TemplateContent } from '#contract/mail/email-templates/shapes.ts'
import type { Database } from '#server/platform/db/database.ts'
import { addTemplates } from '#server/setup/schools/index.ts'

/** The first school's own text of an email, so that there is something to compare with the global text. */
const own: TemplateContent = {
  subject: 'We need one more thing for your waiver, {{student.first_name}}',
  html: [
    '<p>Hi {{student.first_name}},</p>',
    '<p>We can’t process your waiver for {{decision.coverages}} coverage in {{period.name}} yet:</p>',
    '<p><strong>{{decision.reasons}}</strong></p>',
    '<p>Fix this by {{decision.respond_by|the waiver deadline}}. Otherwise you may be enrolled in the student plan and charged for it.</p>',
    '<p>Stop by our office in Harbor Hall, or call us at {{school.phone|the number on our website}}.</p>',
    '<p>Student Insurance Office<br>{{school.name}}</p>',
  ].join(''),
  text: null,
  translations: {
    es: {
      subject: 'Nos falta algo para su exención, {{student.first_name}}',
      html: '<p>Hola {{student.first_name}}:</p><p>Todavía no podemos procesar su solicitud de exención para {{period.name}}:</p><p><strong>{{decision.reasons}}</strong></p><p>Responda antes del {{decision.respond_by|plazo de exención}}.</p>',
      text: null,
    },
  },
}

/** Adds the email templates of a school; the first school has its own text of one. */
export const seedTemplates = async (
  db: Database,
  { schoolId, isFirst, adminId }: { schoolId: number; isFirst: boolean; adminId: number },
): Promise<void> => {
  await addTemplates(db, schoolId)
  if (!isFirst) return
  await db
    .updateTable('email_templates')
    .set({
      content: JSON.stringify(own),
      version: 2,
      updated_at: '2026-08-12T15:20:00Z',
      updated_by: adminId,
    })
    .where('school_id', '=', schoolId)
    .where('kind', '=', 'waiver_unable_to_process')
    .execute()
}
