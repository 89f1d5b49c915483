import { academicStatuses, academicStatusLabels } from '#contract/platform/record/student-period-choices.ts'
import type { StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import { formatDay } from '#client/platform/lib/format.ts'

const verbs: Readonly<Record<string, string>> = {
  withdrawn: 'Withdraws',
  graduated: 'Graduates',
  leave_of_absence: 'Goes on leave',
}

type Planned = Pick<StudentPeriod, 'academic_status' | 'planned_academic_status' | 'planned_status_on'>

/** Returns the change of academic status that a record waits for: 'Withdraws on 03/15/2027'; null without one. */
export const plannedText = (record: Planned): string | null => {
  const { academic_status: before, planned_academic_status: after, planned_status_on: day } = record
  const status = academicStatuses.find((one) => one === after)
  if (status === undefined || day === null) return null
  const returning = before === 'leave_of_absence' ? 'Returns from leave' : null
  const what = verbs[status] ?? returning ?? `Becomes ${academicStatusLabels[status]}`
  return `${what} on ${formatDay(day)}`
}
