import type * as z from 'zod/mini'
import type { sendTestStudentEmail } from '#contract/mail/email-templates/endpoints.ts'
import type {
  EmailPreview,
  EmailText,
  previewRequest,
  TemplateContent,
} from '#contract/mail/email-templates/shapes.ts'
import {
  isForSchools,
  mergeFieldsOf,
  type TemplateKindName,
  type EmailLanguage,
} from '#contract/setup/schools/email-kinds.ts'
import { checkEmailText } from '#contract/mail/email-templates/check.ts'
import { texts } from '#contract/platform/problem.ts'
import { fieldsOfGroup } from '#contract/setup/schools/merge-fields.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, selectSchool } from '#server/platform/db/scope.ts'
import { queueOne, renderEmail } from '#server/mail/email-delivery/index.ts'
import { problem, Problem } from '#server/platform/problem.ts'
import { cleanEmailText } from './change-template.ts'
import { prepareEmail, contentOf, findTemplate, kindOf } from '../queries/texts.ts'
import { mergeText, type MergedText, type MergeValues } from '../rules/merge.ts'
import { spanishExamples } from '../rules/spanish-values.ts'
import { dayWords } from '../rules/words.ts'
import { valuesOfSchool, valuesOfStudents } from '../queries/values.ts'

interface Tried {
  readonly kind: TemplateKindName | null
  readonly schoolId: number | null
  readonly studentPeriodId: number | null
  readonly text: EmailText
  readonly language?: EmailLanguage
}

const merged = async (context: Context, { kind, text, ...whose }: Tried): Promise<MergedText> =>
  mergeText(await prepareEmail(kind, text), await previewValues(context, kind, whose))

/**
 * Returns an email as it would be sent, with the values of a student or of an invented person. Text that can’t
 * be saved yet is shown too.
 * @throws Problem 422 on `school_id`, `student_period_id` or `html`
 */
export const previewEmail = async (
  context: Context,
  {
    kind,
    school_id: schoolId,
    student_period_id: studentPeriodId,
    language,
    ...text
  }: z.output<typeof previewRequest>,
): Promise<EmailPreview> => {
  if (schoolId !== null) await selectSchool(context, schoolId)
  const cleaned = await cleanEmailText('', text)
  const asked = { kind, schoolId, studentPeriodId, text: cleaned, language: language ?? 'en' }
  const { subject, html, text: plain, empty } = await merged(context, asked)
  return {
    subject,
    html: await renderEmail(context.services, schoolId, { subject, html, language: language ?? 'en' }),
    text: plain,
    empty_fields: [...empty],
  }
}

type TestRequest = z.output<typeof sendTestStudentEmail.body>

/** Returns the text of a template in a language, or else in English. */
const textIn = ({ translations, ...english }: TemplateContent, language: EmailLanguage) => {
  const translated = language === 'en' ? undefined : translations[language]
  return translated ? { text: translated, language } : { text: english }
}

/** Returns the text to test. @throws Problem 422 on `template_id`, `subject` or `body` */
const textOf = async (
  context: Context,
  { template_id: id, subject, body, language = 'en' }: TestRequest,
): Promise<Omit<Tried, 'studentPeriodId'>> => {
  if (id !== undefined) {
    const row = await findTemplate(context, id)
    if (!row) throw problem.selected('template_id')
    const kind = kindOf(row)
    return { kind, schoolId: row.school_id, ...textIn(contentOf(kind, row.content, row.shared), language) }
  }
  if (subject === undefined) throw problem.invalid({ subject: texts.required })
  if (body === undefined) throw problem.invalid({ body: texts.required })
  const text = await cleanEmailText('', { subject, html: body, text: null })
  const wrong = checkEmailText(null, text).filter(({ level }) => level === 'error')
  if (wrong.length > 0)
    throw new Problem('invalid', {
      errors: Object.fromEntries(
        wrong.map(({ part, message }) => [part === 'subject' ? part : 'body', [message]]),
      ),
    })
  return { kind: null, schoolId: null, text }
}

/** Sends a test of an email to an address, at once. Returns its ID. @throws Problem 422 by field */
export const sendTest = async (context: Context, body: TestRequest): Promise<number> => {
  const asked = await textOf(context, body)
  const studentPeriodId = body.student_period_id ?? null
  const ofStudent = studentPeriodId === null ? null : await schoolOf(context, studentPeriodId)
  const isAccount = asked.kind !== null && !isForSchools(asked.kind)
  const schoolId = isAccount ? null : (asked.schoolId ?? ofStudent)
  const { subject, html, text } = await merged(context, { ...asked, schoolId, studentPeriodId })
  const testSubject = `Test: ${subject}`
  const email = {
    kind: 'test',
    to_address: body.to,
    to_name: '',
    subject: testSubject,
    html,
    body: text,
    school_id: schoolId,
    ...(asked.language ? { language: asked.language } : {}),
    sender_id: context.caller.id,
  } as const
  return queueOne(context, email, 'email_queued', [
    { field: 'subject', before: null, after: testSubject },
    { field: 'to', before: null, after: body.to },
  ])
}

/** Returns the examples of the merge fields of a kind of email: the values of an invented person. */
const exampleValues = (kind: TemplateKindName | null, language: EmailLanguage): MergeValues =>
  Object.fromEntries(
    mergeFieldsOf(kind).map(({ name, example }) => [name, exampleIn(language, name, example)]),
  )

const exampleIn = (language: EmailLanguage, name: string, example: string): string => {
  if (language !== 'es') return example
  if (/^[A-Z][a-z]+ \d{1,2}, \d{4}$/.test(example))
    return dayWords(new Date(`${example} UTC`).toISOString().slice(0, 10), language)
  return spanishExamples[name] ?? example
}

const recordFields = new Set(
  (['student', 'student_period', 'period', 'site'] as const).flatMap(fieldsOfGroup).map(({ name }) => name),
)

/**
 * Returns the values to preview an email with. For a student, those of their records, and examples for what the
 * cause of the email would add; otherwise those of an invented person.
 * @throws Problem 422 on `student_period_id` or `school_id` if it’s unknown
 */
const previewValues = async (
  context: Context,
  kind: TemplateKindName | null,
  { schoolId, studentPeriodId, language = 'en' }: Omit<Tried, 'kind' | 'text'>,
): Promise<MergeValues> => {
  const examples = exampleValues(kind, language)
  if (studentPeriodId !== null) {
    const names = new Set(mergeFieldsOf(kind).map(({ name }) => name))
    const own = (await valuesOfStudents(context, [studentPeriodId], names, language)).get(studentPeriodId)
    if (!own) throw problem.selected('student_period_id')
    const added = Object.entries(examples).filter(
      ([name]) => !recordFields.has(name) && !name.startsWith('school.'),
    )
    return { ...Object.fromEntries(added), ...own }
  }
  if (schoolId === null) return examples
  return { ...examples, ...(await valuesOfSchool(context, schoolId, language)) }
}

/** Returns the school of a student-period. @throws Problem 422 on `student_period_id` if it’s unknown */
const schoolOf = async (context: Context, studentPeriodId: number): Promise<number> => {
  const row = await scope
    .studentPeriods(context)
    .select('student_periods.school_id')
    .where('student_periods.id', '=', studentPeriodId)
    .executeTakeFirst()
  if (!row) throw problem.selected('student_period_id')
  return row.school_id
}
