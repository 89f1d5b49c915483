import { calendarLabels, calendarRunLabels, calendarStartLabels } from '#contract/review/calendar/choices.ts'
import type { CalendarEntry } from '#contract/review/calendar/shapes.ts'
import { formatCount, formatDay, formatMoney } from '#client/platform/lib/format.ts'

/** Returns what happens: 'Auto-enroll 128 students, about $598,784.00', or the label of the kind. */
export const titleOf = ({ kind, count, amount }: CalendarEntry): string =>
  kind === 'default_enrollment' && count !== null && count > 0
    ? `Auto-enroll ${formatCount(count, 'student')}, about ${formatMoney(amount)}`
    : calendarLabels[kind]

const monthNames = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Returns the number of an entry with its basis; '' if it has none. @param today YYYY-MM-DD */
export const basisOf = (entry: CalendarEntry, today: string): string => {
  const { kind, count, on } = entry
  if (kind === 'deadline_reminder') return reminderText(entry)
  if (kind === 'default_enrollment') return enrollmentText(entry)
  if (entry.run !== null) return runText(entry)
  if (count === null) return ''
  if (kind === 'respond_by')
    return `${formatCount(count, 'student')} with a waiver that couldn’t be processed`
  if (kind === 'planned_status') return formatCount(count, 'student')
  const waivers = formatCount(count, 'waiver has a reverify date', 'waivers have a reverify date')
  return `${waivers} in ${monthNames.format(new Date(on))}${on < today ? ' that has passed' : ''}`
}

const reminderText = ({ count, about_on: deadline }: CalendarEntry): string => {
  const due = `Deadline ${formatDay(deadline)}`
  return count === null ? due : `${formatCount(count, 'student hasn’t', 'students haven’t')} started. ${due}`
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

/** Returns who starts it, or who started it and how it ended: 'Rosa Diaz, undone'. '' for a date. */
export const startText = ({ start, run }: CalendarEntry): string => {
  if (start === null) return ''
  if (run === null) return calendarStartLabels[start]
  const by = run.started_by?.name ?? calendarStartLabels.automatic
  return `${by}, ${calendarRunLabels[run.state].toLowerCase()}`
}
