import { sql } from 'kysely'
import { isAdmin } from '#contract/access.ts'
import type { CoverageStatus } from '#contract/coverage/choices.ts'
import { checkEmailText } from '#contract/email-templates/check.ts'
import {
  isForSchools,
  mergeFieldsOf,
  templateKinds,
  type TemplateKindName,
} from '#contract/email-templates/kinds.ts'
import type { EmailToCompose, SendableTemplate } from '#contract/emails/compose.ts'
import { texts } from '#contract/problem.ts'
import type { Context } from '../context.ts'
import { scope } from '../db/scope.ts'
import {
  cleanEmailText,
  findTemplate,
  contentOf,
  kindOf,
  listOfSchool,
  prepareEmail,
  prepareTemplate,
  valuesOfStudents,
  type MergeValues,
  type PreparedText,
} from '../email-templates/index.ts'
import { dayIn, officeTimeZone } from '../lib/clock.ts'
import { Problem, problem } from '../problem.ts'
import { eventValues } from './event-values.ts'

/** Kinds that staff can’t send by hand: they contain a link that only its event makes. */
const needsEvent: ReadonlySet<TemplateKindName> = new Set(['resume_link'])

/** Whether staff can send a template by hand. */
export const isSendable = (kind: TemplateKindName): boolean => isForSchools(kind) && !needsEvent.has(kind)

/** Returns the templates that staff can send to students of a school. */
export const listSendable = async (context: Context, schoolId: number): Promise<SendableTemplate[]> =>
  (await listOfSchool(context, schoolId)).flatMap((row) => {
    const kind = kindOf(row)
    const { label: name, when } = templateKinds[kind]
    return isSendable(kind)
      ? { id: row.id, name, when, subject: contentOf(kind, row.content, row.shared).subject }
      : []
  })

/** The text of a composed email, prepared for each school. */
export interface ComposedText {
  /** Null for a text that staff wrote. */
  readonly kind: TemplateKindName | null
  readonly bySchool: ReadonlyMap<number, PreparedText>
  /** Returns the label of a merge field. */
  readonly labelOf: (field: string) => string
}

const labelsOf = (kind: TemplateKindName | null): ComposedText['labelOf'] => {
  const labels = new Map(mergeFieldsOf(kind).map(({ name, label }) => [name, label]))
  return (field) => labels.get(field) ?? field
}

/** Returns the kind of a template that can be sent to students of the schools. @throws Problem 422 */
const templateKind = async (
  context: Context,
  id: number,
  schoolIds: readonly number[],
): Promise<TemplateKindName> => {
  const row = await findTemplate(context, id)
  if (!row || (row.school_id === null && !isAdmin(context.caller))) throw problem.selected('template_id')
  const kind = kindOf(row)
  if (!isSendable(kind))
    throw problem.invalid({ template_id: 'Staff can’t send this template. Choose another one.' })
  if (row.school_id !== null && schoolIds.some((schoolId) => schoolId !== row.school_id))
    throw problem.invalid({ template_id: 'Choose students of the template’s school only.' })
  return kind
}

/** Prepares the text that staff wrote. @throws Problem 422 on `subject` or `body` */
const prepareOwn = async (subject: string, body: string): Promise<PreparedText> => {
  const text = await cleanOwn(subject, body)
  const errors = checkEmailText(null, text).filter(({ level }) => level === 'error')
  if (errors.length > 0)
    throw new Problem('invalid', {
      errors: Object.fromEntries(
        errors.map(({ part, message }) => [part === 'subject' ? 'subject' : 'body', [message]]),
      ),
    })
  return prepareEmail(null, text)
}

/** Cleans the text, whose field is named `body` here. */
const cleanOwn = async (subject: string, body: string) => {
  try {
    return await cleanEmailText('', { subject, html: body, text: null })
  } catch (error) {
    if (!(error instanceof Problem) || !error.errors?.['html']) throw error
    throw new Problem('invalid', { errors: { body: error.errors['html'] } })
  }
}

/** Prepares the text of a composed email for the schools of its students. @throws Problem 422 by field */
export const prepareComposed = async (
  context: Context,
  { template_id: templateId, subject, body }: EmailToCompose,
  schoolIds: readonly number[],
): Promise<ComposedText> => {
  if (templateId !== undefined) {
    const kind = await templateKind(context, templateId, schoolIds)
    const bySchool = new Map<number, PreparedText>()
    for (const id of schoolIds) bySchool.set(id, await prepareTemplate(context, kind, id))
    return { kind, bySchool, labelOf: labelsOf(kind) }
  }
  if (subject === undefined) throw problem.invalid({ subject: texts.required })
  if (body === undefined) throw problem.invalid({ body: texts.required })
  const own = await prepareOwn(subject, body)
  return { kind: null, bySchool: new Map(schoolIds.map((id) => [id, own])), labelOf: labelsOf(null) }
}

/** Returns the merge values of student-periods by ID, for a text. */
export const valuesFor = async (
  context: Context,
  { kind, bySchool }: ComposedText,
  ids: readonly number[],
): Promise<ReadonlyMap<number, MergeValues>> => {
  const names = new Set([...bySchool.values()].flatMap((text) => [...text.names]))
  const values = await valuesOfStudents(context, ids, names)
  if (kind === null || ![...names].some((name) => /^(?:decision|deadline)\./.test(name))) return values
  const events = await readEvents(context, kind, ids)
  return new Map(ids.map((id) => [id, { ...values.get(id), ...events.get(id) }]))
}

const readEvents = async (
  context: Context,
  kind: TemplateKindName,
  ids: readonly number[],
): Promise<Map<number, MergeValues>> => {
  const rows = await scope
    .studentPeriods(context)
    .innerJoin('periods', 'periods.id', 'student_periods.period_id')
    .select([
      'student_periods.id',
      'periods.waiver_deadline_on',
      // the domain coverage_status holds exactly the contract's statuses
      sql<CoverageStatus>`student_periods.medical_status`.as('medical'),
      sql<CoverageStatus>`student_periods.dental_status`.as('dental'),
      sql<CoverageStatus>`student_periods.vision_status`.as('vision'),
    ])
    .where('student_periods.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()
  const today = dayIn(context.clock, officeTimeZone)
  return new Map(
    rows.map(({ id, waiver_deadline_on, ...statuses }) => [
      id,
      eventValues(kind, { waiver_deadline_on, statuses }, today),
    ]),
  )
}
