import type { Outcome, RecordedOutcome } from '#contract/review/decisions/choices.ts'
import type { DecisionPreview } from '#contract/review/decisions/outcome-shapes.ts'
import { reasonMessage } from '#contract/review/decisions/reasons.ts'
import type { TemplateKindName, EmailLanguage } from '#contract/setup/schools/email-kinds.ts'
import type { FormType } from '#contract/review/form-submissions/choices.ts'
import {
  aboutForm,
  coverageWords,
  dayWords,
  mergeText,
  prepareTranslation,
  valuesOfStudents,
  type ValuesContext,
} from '#server/mail/email-templates/index.ts'
import type { NewEmail } from '#server/mail/email-delivery/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { addBusinessDays } from '#server/platform/lib/days.ts'
import { getEmailSettings } from '#server/setup/schools/index.ts'
import { readAppealDays, readRuleMessages, type RuleMessages } from '../queries/waiver-options.ts'
import type { LatestSuggestion } from '../queries/suggestions.ts'
import type { Plan, PlannedLine } from '../rules/plan.ts'

const kinds = {
  waiver: {
    approve: 'waiver_approved_confirmation',
    utp: 'waiver_unable_to_process',
    decline: 'waiver_declined',
  },
  enroll: {
    approve: 'enrollment_approved',
    utp: 'enrollment_unable_to_process',
    decline: 'enrollment_unable_to_process',
  },
} as const satisfies Record<FormType, Record<Outcome, TemplateKindName>>
type DecisionEmailKind = (typeof kinds)[FormType][Outcome] | 'appeal_decided'

const kindOf = (form: FormType, { outcome, is_appeal }: PlannedLine): DecisionEmailKind =>
  is_appeal ? 'appeal_decided' : kinds[form][outcome]

/** The emails about one form: one for each outcome, and one for an appeal. */
export interface DecisionEmail {
  readonly lines: readonly PlannedLine[]
  readonly email: NewEmail | null
  readonly not_sent: DecisionPreview['emails'][number]['not_sent']
  readonly subject: string
  readonly html: string
  readonly to: string | null
  readonly delay_minutes: number
}

/** What the emails of a form are written from. */
export interface EmailSource {
  readonly plan: Plan
  readonly language: EmailLanguage
  readonly suggestions: readonly LatestSuggestion[]
}

/** What the reasons of a form are written from. */
interface ReasonSource {
  readonly suggestions: EmailSource['suggestions']
  readonly schoolMessages: RuleMessages
  readonly language: EmailLanguage
}

/**
 * Returns what the student reads as reasons: the school’s own message where a rule has one, and the note of staff for
 * “Other”. What the rules themselves found is written in English, so in Spanish it’s the text of the reason.
 */
export const reasonsText = (
  lines: readonly (Pick<PlannedLine, 'coverage_type' | 'reason_codes' | 'note'> & {
    readonly outcome: RecordedOutcome
  })[],
  { suggestions, schoolMessages, language }: ReasonSource,
): string => {
  const said = lines.flatMap(({ coverage_type, outcome, reason_codes, note }) => {
    const suggested = suggestions.find((one) => one.coverage_type === coverage_type)?.decision.rules ?? []
    const messages = reason_codes
      .filter((code) => code !== 'other')
      .map((code) =>
        language === 'es'
          ? (schoolMessages(code, language) ?? reasonMessage(outcome, code, language))
          : (suggested.find(({ key }) => key === code)?.message ?? reasonMessage(outcome, code, 'en')),
      )
    return [...messages, note].flatMap((text) => text ?? [])
  })
  return [...new Set(said)].join(' ')
}

type AppealTexts = Readonly<Record<'approve' | 'decline', (coverage: string) => string>>

/** What the student reads about an appeal before the reasons, with the coverage in words. */
const appealTexts: Readonly<Partial<Record<EmailLanguage, AppealTexts>>> & { readonly en: AppealTexts } = {
  en: {
    approve: (coverage) => `Your waiver for ${coverage} coverage was approved.`,
    decline: (coverage) => `Your appeal was denied. Your waiver for ${coverage} coverage is still declined.`,
  },
  es: {
    approve: (coverage) => `Se aprobó su renuncia a la cobertura ${coverage}.`,
    decline: (coverage) => `Se rechazó su apelación. Su renuncia a la cobertura ${coverage} sigue rechazada.`,
  },
}

/** Returns the decision about an appeal, with its reasons. The text of the email is the same for both outcomes. */
const appealText = (lines: readonly PlannedLine[], source: ReasonSource): string => {
  const texts = appealTexts[source.language] ?? appealTexts.en
  return (['approve', 'decline'] as const)
    .flatMap((outcome) => {
      const same = lines.filter((line) => line.outcome === outcome)
      if (same.length === 0) return []
      return [texts[outcome](coverageText(same, source.language)), reasonsText(same, source)]
    })
    .filter((text) => text !== '')
    .join(' ')
}

const coverageText = (lines: readonly PlannedLine[], language: EmailLanguage): string =>
  coverageWords(
    lines.map(({ coverage_type }) => coverage_type),
    language,
  )

/**
 * Returns the emails of decisions about a school’s forms, in the language of each form. They wait as long as the
 * school’s settings say, so that an undo can cancel them.
 */
export const emailsOf = async (
  context: ValuesContext,
  schoolId: number,
  sources: readonly EmailSource[],
  { isWanted, senderId }: { readonly isWanted: boolean; readonly senderId: number | null },
): Promise<Map<Plan, DecisionEmail[]>> => {
  const settings = await getEmailSettings(context, schoolId)
  const ids = sources.map(({ plan }) => plan.row.id)
  const write = writerOf(context, { schoolId, senderId, ids })
  const found = new Map<Plan, DecisionEmail[]>()
  for (const source of sources) {
    const { plan } = source
    const emails: DecisionEmail[] = []
    for (const [kind, lines] of Map.groupBy(plan.lines, (line) => kindOf(plan.form.form_type, line))) {
      const { email, text } = await write(kind, source, lines)
      const not_sent = !isWanted
        ? 'not_wanted'
        : settings.kinds_off.includes(kind)
          ? 'turned_off'
          : email === null
            ? 'no_address'
            : null
      emails.push({
        lines,
        email: not_sent === null ? email : null,
        not_sent,
        ...text,
        to: plan.row.email,
        delay_minutes: settings.delay_minutes,
      })
    }
    found.set(plan, emails)
  }
  return found
}

/** What all emails of a call have in common: who sends them, and the student-periods that they’re about. */
interface Writing {
  readonly schoolId: number
  readonly senderId: number | null
  readonly ids: readonly number[]
}

/** Returns a function that reads what emails need of the waiver options of a policy year, once. */
const optionsBy = (context: ValuesContext) => {
  const today = dayIn(context.clock, officeTimeZone)
  const read = async (periodId: number) => ({
    schoolMessages: await readRuleMessages(context, periodId),
    appealBy: addBusinessDays(today, await readAppealDays(context, periodId)),
  })
  const known = new Map<number, ReturnType<typeof read>>()
  return (periodId: number) => {
    const options = known.get(periodId) ?? read(periodId)
    known.set(periodId, options)
    return options
  }
}

/** Returns a function that writes the email of an outcome. Reads each template, and what it’s filled with, once. */
const writerOf = (context: ValuesContext, { schoolId, senderId, ids }: Writing) => {
  const read = async (kind: DecisionEmailKind, asked: EmailLanguage) => {
    const { prepared, language } = await prepareTranslation(context, kind, schoolId, asked)
    return { prepared, language, values: await valuesOfStudents(context, ids, prepared.names, language) }
  }
  const known = new Map<string, ReturnType<typeof read>>()
  const prepare = (kind: DecisionEmailKind, language: EmailLanguage) => {
    const key = `${kind} ${language}`
    const prepared = known.get(key) ?? read(kind, language)
    known.set(key, prepared)
    return prepared
  }
  const options = optionsBy(context)
  return async (kind: DecisionEmailKind, source: EmailSource, lines: readonly PlannedLine[]) => {
    const { row, form } = source.plan
    const { prepared, language, values } = await prepare(kind, source.language)
    const { schoolMessages, appealBy } = await options(form.period_id)
    const reasons = { suggestions: source.suggestions, schoolMessages, language }
    const respondBy = lines.find(({ respond_by }) => respond_by !== null)?.respond_by
    const { subject, html, text } = mergeText(prepared, {
      ...aboutForm(values.get(row.id)),
      'decision.coverages': coverageText(lines, language),
      'decision.reasons':
        kind === 'appeal_decided' ? appealText(lines, reasons) : reasonsText(lines, reasons),
      ...(respondBy == null ? {} : { 'decision.respond_by': dayWords(respondBy, language) }),
      ...(kind === 'waiver_declined' ? { 'decision.appeal_by': dayWords(appealBy, language) } : {}),
    })
    const email: NewEmail | null =
      row.email === null
        ? null
        : {
            kind,
            to_address: row.email,
            to_name: row.addressee,
            subject,
            html,
            body: text,
            language,
            school_id: row.school_id,
            student_id: row.student_id,
            student_period_id: row.id,
            sender_id: senderId,
            form_submission_id: form.id,
          }
    return { email, text: { subject, html } }
  }
}
