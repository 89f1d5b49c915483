import type { ContentOf } from '#contract/platform/document.ts'
import type { FormType } from '#contract/review/form-submissions/choices.ts'
import type { NewFormSubmission } from '#contract/review/form-submissions/sent-form.ts'
import type { Audience } from '#contract/setup/period-documents/audience.ts'
import type { dates } from '#contract/setup/period-documents/dates.ts'
import type { insuranceConfiguration } from '#contract/setup/period-documents/insurance-configuration.ts'
import { deadlineFor, isFor, type EligibilityFacts } from '#server/platform/coverage/index.ts'
import { writtenDay } from '#server/platform/lib/day-text.ts'
import { daysBetween } from '#server/platform/lib/days.ts'

type Dates = ContentOf<typeof dates>
type InsuranceRules = ContentOf<typeof insuranceConfiguration>

/** The days on which students can send a form. */
interface Window {
  /** Null if it has always been open. */
  readonly opens_on: string | null
  readonly closes_on: string
}

const columns = {
  enroll: { opens: 'enrollment_opens_on', closes: 'enrollment_closes_on' },
  waiver: { opens: 'waiver_opens_on', closes: 'waiver_deadline_on' },
} as const

/** Leaves out the parts of an audience that the form doesn’t tell. */
const askedOf = (audience: Audience, told: EligibilityFacts): Audience => ({
  programs: told.program == null ? [] : audience.programs,
  campuses: told.campus == null ? [] : audience.campuses,
  class_years: told.graduation_year == null ? [] : audience.class_years,
  academic_statuses: told.academic_status == null ? [] : audience.academic_statuses,
})

/**
 * Returns the window of a form. Only what the form itself tells decides the cohort, so that an answer never depends
 * on the roster: a cohort that the student may belong to can only extend the window.
 */
export const windowOf = (formType: FormType, document: Dates, told: EligibilityFacts): Window => {
  const { opens, closes } = columns[formType]
  const own = deadlineFor(document, told, closes) ?? document.ends_on
  const others = document.cohorts.flatMap(({ audience, [closes]: deadline }) =>
    deadline !== null && !isFor(audience, told) && isFor(askedOf(audience, told), told) ? [deadline] : [],
  )
  return {
    opens_on: document[opens],
    closes_on: others.reduce((latest, day) => (day > latest ? day : latest), own),
  }
}

type Sent = Pick<NewFormSubmission, 'form_type' | 'qualifying_event' | 'event_on'>

/** Returns the errors of a qualifying life event; {} if the form has none. */
const eventErrors = (sent: Sent, rules: InsuranceRules, today: string): Record<string, string> => {
  if (sent.qualifying_event == null)
    return sent.event_on == null ? {} : { qualifying_event: 'Choose what happened on this date.' }
  if (!rules.qualifying_events.includes(sent.qualifying_event))
    return { qualifying_event: 'Choose one of this policy year’s qualifying life events.' }
  if (sent.event_on == null) return { event_on: 'Enter the date of the life event.' }
  if (sent.event_on > today) return { event_on: 'Enter today or an earlier date.' }
  const days = rules.qualifying_event_days
  if (daysBetween(sent.event_on, today) > days)
    return { event_on: `The life event must have happened in the last ${days} days.` }
  return {}
}

/** Returns the errors of sending a form today: outside its window, it needs a life event or a late fee. */
export const timeErrors = (
  sent: Sent,
  window: Window & { readonly ends_on: string },
  rules: InsuranceRules,
  today: string,
): Record<string, string> => {
  if (today > window.ends_on) return { form_type: 'This policy year has ended.' }
  const { opens_on: opens } = window
  if (opens !== null && today < opens) return { form_type: `This form opens on ${writtenDay(opens)}.` }
  const errors = eventErrors(sent, rules, today)
  if (Object.keys(errors).length > 0 || today <= window.closes_on || sent.qualifying_event != null)
    return errors
  if (sent.form_type === 'waiver' && rules.late_waiver_fee !== null) return {}
  const closed = `This form closed on ${writtenDay(window.closes_on)}.`
  if (rules.qualifying_events.length === 0) return { form_type: closed }
  return { qualifying_event: `${closed} You can still send it after a qualifying life event.` }
}
