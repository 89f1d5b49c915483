import { sql } from 'kysely'
import { isAdmin } from '#contract/platform/access.ts'
import {
  coverages,
  statusCatalogue,
  type Coverage,
  type CoverageStatus,
} from '#contract/platform/coverage/choices.ts'
import { checkEmailText } from '#contract/mail/email-templates/check.ts'
import {
  isForSchools,
  mergeFieldsOf,
  templateKinds,
  type EmailLanguage,
  type TemplateKindName,
} from '#contract/setup/schools/email-kinds.ts'
import type { EmailToCompose, SendableTemplate } from '#contract/review/emails/compose.ts'
import { texts } from '#contract/platform/problem.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import {
  cleanEmailText,
  contentOf,
  findTemplate,
  kindOf,
  listOfSchool,
  coverageWords,
  dayWords,
  languagesOfStudents,
  prepareEmail,
  prepareTemplate,
  valuesOfStudents,
  type MergeValues,
  type PreparedText,
  type PreparedTexts,
} from '#server/mail/email-templates/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { lastDayFor, type LineRules } from '#server/platform/coverage/index.ts'
import { selectPeriodWithRules } from '#server/setup/periods/index.ts'
import { problem, Problem } from '#server/platform/problem.ts'
import { daysBetween } from '#server/platform/lib/days.ts'

/** Kinds that staff can’t send by hand: they contain a link or a code that only its event makes. */
const needsEvent: ReadonlySet<TemplateKindName> = new Set(['resume_link', 'status_code'])

/** Whether staff can send a template by hand. */
const isSendable = (kind: TemplateKindName): boolean => isForSchools(kind) && !needsEvent.has(kind)

/** Returns the templates that staff can send to students of a school. */
export const listSendable = async (context: Context, schoolId: number): Promise<SendableTemplate[]> =>
  (await listOfSchool(context, schoolId)).flatMap((row) => {
    const kind = kindOf(row)
    const { label: name, when } = templateKinds[kind]
    return isSendable(kind)
      ? { id: row.id, name, when, subject: contentOf(kind, row.content, row.shared).subject }
      : []
  })

/** The text of a composed email, prepared for each school in the languages that it has. */
export interface ComposedText {
  /** Null for a text that staff wrote. */
  readonly kind: TemplateKindName | null
  readonly bySchool: ReadonlyMap<number, PreparedTexts>
  readonly labelOf: (field: string) => string
  /** The coverages that it’s about, by student-period, if the act that sends it knows; otherwise those of the present statuses. */
  readonly about?: AboutCoverages | undefined
}

export type AboutCoverages = ReadonlyMap<number, readonly Coverage[]>

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
export const prepareOwn = async (subject: string, body: string): Promise<PreparedText> => {
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
    const bySchool = new Map<number, PreparedTexts>()
    for (const id of schoolIds) bySchool.set(id, await prepareTemplate(context, kind, id))
    return { kind, bySchool, labelOf: labelsOf(kind) }
  }
  if (subject === undefined) throw problem.invalid({ subject: texts.required })
  if (body === undefined) throw problem.invalid({ body: texts.required })
  const own = new Map([['en', await prepareOwn(subject, body)]] as const)
  return { kind: null, bySchool: new Map(schoolIds.map((id) => [id, own])), labelOf: labelsOf(null) }
}

/** The text of a student: in the language of their latest form if it has that one, or else in English. */
interface StudentText {
  readonly language: EmailLanguage
  readonly prepared: PreparedText
  readonly values: MergeValues
}

/** Returns the text of each student-period by ID, with its values. */
export const textsFor = async (
  context: Context,
  text: ComposedText,
  rows: readonly { readonly id: number; readonly school_id: number }[],
): Promise<ReadonlyMap<number, StudentText>> => {
  const { kind, bySchool } = text
  const ids = rows.map(({ id }) => id)
  const known = kind === null ? new Map<number, EmailLanguage>() : await languagesOfStudents(context, ids)
  const languageOf = ({ id, school_id }: (typeof rows)[number]): EmailLanguage => {
    const language = known.get(id) ?? 'en'
    return bySchool.get(school_id)?.has(language) === true ? language : 'en'
  }
  const found = new Map<number, StudentText>()
  for (const [language, some] of Map.groupBy(rows, languageOf)) {
    const values = await valuesIn(context, text, some, language)
    for (const { id, school_id } of some) {
      const prepared = bySchool.get(school_id)?.get(language)
      if (prepared) found.set(id, { language, prepared, values: values.get(id) ?? {} })
    }
  }
  return found
}

const valuesIn = async (
  context: Context,
  { kind, bySchool, about }: ComposedText,
  rows: readonly { readonly id: number }[],
  language: EmailLanguage,
): Promise<ReadonlyMap<number, MergeValues>> => {
  const ids = rows.map(({ id }) => id)
  const names = new Set([...bySchool.values()].flatMap((texts) => [...(texts.get(language)?.names ?? [])]))
  const values = await valuesOfStudents(context, ids, names, language)
  if (kind === null || ![...names].some((name) => /^(?:decision|deadline)\./.test(name))) return values
  const events = await readEvents(context, kind, ids, { language, about })
  return new Map(ids.map((id) => [id, { ...values.get(id), ...events.get(id) }]))
}

const readEvents = async (
  context: Context,
  kind: TemplateKindName,
  ids: readonly number[],
  { language, about }: { readonly language: EmailLanguage; readonly about: AboutCoverages | undefined },
): Promise<Map<number, MergeValues>> => {
  const rows = await scope
    .studentPeriods(context)
    .select([
      'student_periods.id',
      'student_periods.period_id',
      'student_periods.program',
      'student_periods.campus',
      'student_periods.graduation_year',
      'student_periods.academic_status',
      // the domain coverage_status holds exactly the contract's statuses
      sql<CoverageStatus>`student_periods.medical_status`.as('medical'),
      sql<CoverageStatus>`student_periods.dental_status`.as('dental'),
      sql<CoverageStatus>`student_periods.vision_status`.as('vision'),
    ])
    .where('student_periods.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()
  const today = dayIn(context.clock, officeTimeZone)
  const dates = new Map<number, LineRules['dates']>()
  for (const id of new Set(rows.map(({ period_id }) => period_id)))
    dates.set(id, (await selectPeriodWithRules(context, id)).rules.dates)
  return new Map(
    rows.map(({ id, period_id, medical, dental, vision, ...facts }) => {
      const own = dates.get(period_id)
      const deadline_on = own ? lastDayFor(own, facts).day : null
      const source = { deadline_on, statuses: { medical, dental, vision }, language, about: about?.get(id) }
      return [id, eventValues(kind, source, today)]
    }),
  )
}

/** What the fields of an event are read from, if staff send a template without the event. */
interface EventSource {
  readonly statuses: Readonly<Record<Coverage, CoverageStatus>>
  /** The student’s last day for any form. */
  readonly deadline_on: string | null
  readonly language: EmailLanguage
  readonly about: readonly Coverage[] | undefined
}

const is =
  (...statuses: readonly CoverageStatus[]) =>
  (status: CoverageStatus): boolean =>
    statuses.includes(status)

/** The coverage that an email is about, by status. */
const decided: Partial<Record<TemplateKindName, (status: CoverageStatus) => boolean>> = {
  waiver_approved_confirmation: is('waived'),
  waiver_unable_to_process: is('waiver_utp', 'enrolled_waiver_utp'),
  waiver_unable_to_process_reminder: is('waiver_utp', 'enrolled_waiver_utp'),
  waiver_declined: is('waiver_declined'),
  enrollment_approved: (status) => statusCatalogue[status].family === 'enrolled',
  enrollment_unable_to_process: is('enrollment_utp', 'waived_enrollment_utp'),
  auto_enrolled: (status) => statusCatalogue[status].family === 'enrolled',
  reverification_needed: is('waived_needs_reverified'),
  reverification_failed: is('waived_needs_reverified'),
}

const coveragesOf = (kind: TemplateKindName, { statuses, language, about }: EventSource): MergeValues => {
  const isMeant = decided[kind]
  const meant = about ?? (isMeant ? coverages.filter((coverage) => isMeant(statuses[coverage])) : [])
  return meant.length === 0 ? {} : { 'decision.coverages': coverageWords(meant, language) }
}

const deadlineOf = (
  kind: TemplateKindName,
  { deadline_on: day, language }: EventSource,
  today: string,
): MergeValues => {
  if (kind !== 'deadline_reminder' || day === null || day < today) return {}
  const days = daysBetween(today, day)
  return { 'deadline.on': dayWords(day, language), 'deadline.days_left': String(days) }
}

/**
 * Returns the values of an event’s fields from a student’s present record, for a template that staff send without the
 * event. What can’t be known from the record is missing, so staff are warned.
 * @param today YYYY-MM-DD
 */
const eventValues = (kind: TemplateKindName, source: EventSource, today: string): MergeValues => ({
  ...coveragesOf(kind, source),
  ...deadlineOf(kind, source, today),
})
