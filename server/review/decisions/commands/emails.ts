import { coverageLabels } from '#contract/platform/coverage/choices.ts'
import type { DecisionPreview, Outcome, RecordedOutcome } from '#contract/review/decisions/outcome-shapes.ts'
import { reasonsFor } from '#contract/review/decisions/reasons.ts'
import type { TemplateKindName, EmailLanguage } from '#contract/setup/schools/email-kinds.ts'
import type { FormType } from '#contract/review/form-submissions/choices.ts'
import {
  aboutForm,
  listText,
  mergeText,
  prepareTranslation,
  valuesOfStudents,
  type ValuesContext,
} from '#server/mail/email-templates/index.ts'
import type { NewEmail } from '#server/mail/email-delivery/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { dayText } from '#server/platform/lib/day-text.ts'
import { addBusinessDays } from '#server/platform/lib/days.ts'
import { getEmailSettings } from '#server/setup/schools/index.ts'
import { readAppealDays } from '../queries/appeal-days.ts'
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

/**
 * Returns what the student reads as reasons: the school’s own message where a rule has one, and the note of staff for
 * “Other”.
 */
export const reasonsText = (
  lines: readonly (Pick<PlannedLine, 'coverage_type' | 'reason_codes' | 'note'> & {
    readonly outcome: RecordedOutcome
  })[],
  suggestions: EmailSource['suggestions'],
): string => {
  const said = lines.flatMap(({ coverage_type, outcome, reason_codes, note }) => {
    const suggested = suggestions.find((one) => one.coverage_type === coverage_type)?.decision.rules ?? []
    const messages = reason_codes
      .filter((code) => code !== 'other')
      .map((code) => suggested.find(({ key }) => key === code)?.message ?? reasonsFor[outcome][code]?.message)
    return [...messages, note].flatMap((text) => text ?? [])
  })
  return [...new Set(said)].join(' ')
}

type AppealTexts = Readonly<Record<'approve' | 'decline', (coverage: string) => string>>

/** What the student reads about an appeal before the reasons, with the coverage in words. */
const appealTexts: Readonly<Partial<Record<EmailLanguage, AppealTexts>>> & { readonly en: AppealTexts } = {
  en: {
    approve: (coverage) => `Your waiver for ${coverage} coverage was approved.`,
    decline: (coverage) => `Your waiver for ${coverage} coverage is still declined.`,
  },
  es: {
    approve: (coverage) => `Se aprobó su exención (${coverage}).`,
    decline: (coverage) => `Su exención (${coverage}) sigue rechazada.`,
  },
}

/** Returns the decision about an appeal, with its reasons. The text of the email is the same for both outcomes. */
const appealText = (
  lines: readonly PlannedLine[],
  suggestions: EmailSource['suggestions'],
  language: EmailLanguage,
): string => {
  const texts = appealTexts[language] ?? appealTexts.en
  return (['approve', 'decline'] as const)
    .flatMap((outcome) => {
      const same = lines.filter((line) => line.outcome === outcome)
      if (same.length === 0) return []
      return [texts[outcome](coverageText(same)), reasonsText(same, suggestions)]
    })
    .filter((text) => text !== '')
    .join(' ')
}

const coverageText = (lines: readonly PlannedLine[]): string =>
  listText(lines.map(({ coverage_type }) => coverageLabels[coverage_type].toLowerCase()))

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

/** Returns a function that writes the email of an outcome. Reads each template, and what it’s filled with, once. */
const writerOf = (context: ValuesContext, { schoolId, senderId, ids }: Writing) => {
  const read = async (kind: DecisionEmailKind, asked: EmailLanguage) => {
    const { prepared, language } = await prepareTranslation(context, kind, schoolId, asked)
    return { prepared, language, values: await valuesOfStudents(context, ids, prepared.names) }
  }
  const known = new Map<string, ReturnType<typeof read>>()
  const prepare = (kind: DecisionEmailKind, language: EmailLanguage) => {
    const key = `${kind} ${language}`
    const prepared = known.get(key) ?? read(kind, language)
    known.set(key, prepared)
    return prepared
  }
  const appealDays = new Map<number, ReturnType<typeof readAppealDays>>()
  const lastDayOf = async (periodId: number): Promise<string> => {
    const days = appealDays.get(periodId) ?? readAppealDays(context, periodId)
    appealDays.set(periodId, days)
    return dayText(addBusinessDays(dayIn(context.clock, officeTimeZone), await days))
  }
  return async (kind: DecisionEmailKind, source: EmailSource, lines: readonly PlannedLine[]) => {
    const { row, form } = source.plan
    const { prepared, language, values } = await prepare(kind, source.language)
    const respondBy = lines.find(({ respond_by }) => respond_by !== null)?.respond_by
    const { subject, html, text } = mergeText(prepared, {
      ...aboutForm(values.get(row.id)),
      'decision.coverages': coverageText(lines),
      'decision.reasons':
        kind === 'appeal_decided'
          ? appealText(lines, source.suggestions, language)
          : reasonsText(lines, source.suggestions),
      ...(respondBy == null ? {} : { 'decision.respond_by': dayText(respondBy) }),
      ...(kind === 'waiver_declined' ? { 'decision.appeal_by': await lastDayOf(form.period_id) } : {}),
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
