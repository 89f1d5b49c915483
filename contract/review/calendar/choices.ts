/** What happens in a policy year, in the order in which a day’s entries are listed. */
export const calendarKinds = [
  'year_starts',
  'term_starts',
  'enrollment_opens',
  'waiver_opens',
  'deadline_reminder',
  'enrollment_closes',
  'waiver_deadline',
  'respond_by',
  'default_enrollment',
  'planned_status',
  'reverify',
  'aging_out',
  'year_ends',
  'reminders_sent',
  'default_enrollment_run',
  'reverification_run',
] as const
export type CalendarKind = (typeof calendarKinds)[number]

export const calendarLabels: Record<CalendarKind, string> = {
  year_starts: 'Policy year starts',
  term_starts: 'Coverage term starts',
  enrollment_opens: 'Enrollment window opens',
  waiver_opens: 'Waiver window opens',
  deadline_reminder: 'Deadline reminder',
  enrollment_closes: 'Enrollment window closes',
  waiver_deadline: 'Waiver deadline',
  respond_by: 'Last day to respond',
  default_enrollment: 'Default enrollment',
  planned_status: 'Planned academic status change',
  reverify: 'Reverification',
  aging_out: 'Aging out',
  year_ends: 'Policy year ends',
  reminders_sent: 'Deadline reminders sent',
  default_enrollment_run: 'Default enrollment ran',
  reverification_run: 'Reverification ran',
}

/** How something starts: automatically, by staff, or not at all because the school turned it off. */
export const calendarStarts = ['automatic', 'staff', 'off'] as const
export type CalendarStart = (typeof calendarStarts)[number]

export const calendarStartLabels: Record<CalendarStart, string> = {
  automatic: 'Automatically',
  staff: 'By staff',
  off: 'Turned off',
}

/** How a run ended, or that it hasn’t. */
export const calendarRunStates = ['running', 'paused', 'stopped', 'failed', 'done', 'undone'] as const
export type CalendarRunState = (typeof calendarRunStates)[number]

export const calendarRunLabels: Record<CalendarRunState, string> = {
  running: 'Running',
  paused: 'Paused',
  stopped: 'Stopped',
  failed: 'Failed',
  done: 'Done',
  undone: 'Undone',
}
