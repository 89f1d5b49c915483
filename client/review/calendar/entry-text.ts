import { calendarLabels, calendarRunLabels, calendarStartLabels } from '#contract/review/calendar/choices.ts'
import type { CalendarEntry } from '#contract/review/calendar/shapes.ts'
import { formatCount, formatDay, formatMoney } from '#client/platform/lib/format.ts'

/** Returns what happens: 'Auto-enroll 128 students, about $598,784.00', 'Coverage term starts: Fall', or the label. */
export const titleOf = ({ kind, name, count, amount }: CalendarEntry): string => {
  if (kind === 'default_enrollment' && count !== null && count > 0)
    return `Auto-enroll ${formatCount(count, 'student')}, about ${formatMoney(amount)}`
  return kind === 'term_starts' ? `${calendarLabels[kind]}: ${name ?? ''}` : calendarLabels[kind]
}

/** Returns the cohort that an entry applies to; null for the policy year. */
export const cohortOf = ({ kind, name }: CalendarEntry): string | null =>
  kind === 'term_starts' ? null : name

const monthNames = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Returns the number of an entry with its basis; '' if it has none. @param today YYYY-MM-DD */
export const basisOf = (entry: CalendarEntry, today: string): string => {
  const { kind, count, on } = entry
  if (kind === 'deadline_reminder' || kind === 'reminders_sent') return reminderText(entry)
  if (kind === 'default_enrollment') return enrollmentText(entry)
  if (entry.run !== null) return runText(entry)
  if (count === null) return ''
  if (kind === 'respond_by')
    return `${formatCount(count, 'student')} with a waiver that couldn’t be processed`
  if (kind === 'planned_status') return formatCount(count, 'student')
  return monthText(kind, count, { month: monthNames.format(new Date(on)), isOver: on < today })
}

const monthText = (
  kind: CalendarEntry['kind'],
  count: number,
  { month, isOver }: { readonly month: string; readonly isOver: boolean },
): string => {
  if (kind === 'aging_out')
    return isOver
      ? `${formatCount(count, 'coverage type')} on a parent’s plan ended in ${month}`
      : `${formatCount(count, 'coverage type on a parent’s plan ends', 'coverage types on a parent’s plan end')} in ${month}`
  return isOver
    ? `${formatCount(count, 'waiver')} past a reverify date in ${month}`
    : `${formatCount(count, 'waiver has a reverify date', 'waivers have a reverify date')} in ${month}`
}

const reminderText = ({ kind, count, about_on: deadline }: CalendarEntry): string => {
  const due = `Deadline ${formatDay(deadline)}`
  if (count === null) return due
  return kind === 'reminders_sent'
    ? `${formatCount(count, 'student')}. ${due}`
    : `${formatCount(count, 'student')} to email. ${due}`
}

const enrollmentText = ({ count, about_on: since }: CalendarEntry): string => {
  if (count === null || count === 0) return 'No students are due'
  return since === null ? 'If nothing changes until then' : `Due since ${formatDay(since)}`
}

const runText = ({ kind, count, amount }: CalendarEntry): string =>
  [
    ...(count === null ? [] : [formatCount(count, kind === 'reverification_run' ? 'waiver' : 'student')]),
    ...(amount === null ? [] : [formatMoney(amount)]),
  ].join(', ')

/** Returns who will start it, or who started it and how it ended: 'Rosa Diaz, undone'. '' for a date. @param today YYYY-MM-DD */
export const startText = ({ on, start, run }: CalendarEntry, today: string): string => {
  if (start === null) return ''
  if (run === null) return on < today ? '' : calendarStartLabels[start]
  const by = run.started_by?.name ?? calendarStartLabels.automatic
  return `${by}, ${calendarRunLabels[run.state].toLowerCase()}`
}
