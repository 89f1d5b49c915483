import { TriangleAlert } from 'lucide-react'
import { coverageLabels, coverages, isCoverageStatus, statusCatalogue } from '#contract/coverage/choices.ts'
import { getStudentPeriod } from '#contract/student-periods/endpoints.ts'
import { statusFieldOf } from '#contract/student-periods/fields.ts'
import type { StudentPeriod, StudentPolicyYear } from '#contract/student-periods/shapes.ts'
import { formatDay, localDay } from '#client/lib/format.ts'
import { useAsk } from '#client/lib/query.ts'
import { useState } from 'react'

/** What of a record needs a person, in sentences; the loudest first. */
export const alertsOf = (record: StudentPeriod, today: string): string[] => {
  const lines = coverages.flatMap((coverage) => {
    const status = record[statusFieldOf(coverage)]
    if (!isCoverageStatus(status) || statusCatalogue[status].tone !== 'destructive') return []
    return `${coverageLabels[coverage]}: ${statusCatalogue[status].label}`
  })
  const due = record.reverify_on
  const reverify =
    due === null || due > today
      ? []
      : [`Reverification ${due === today ? 'is due today' : `was due on ${formatDay(due)}`}`]
  const inactive =
    record.status === 'inactive' ? ['This record is inactive: out of counts, mailings and jobs'] : []
  return [...lines, ...reverify, ...inactive]
}

/** What needs a person in the current policy year, on top of every screen of the student. */
export const StudentAlerts = ({ year }: { year: StudentPolicyYear }) => {
  const { data } = useAsk(getStudentPeriod, { params: { id: year.id } })
  const [today] = useState(() => localDay(new Date()))
  const alerts = data ? alertsOf(data, today) : []
  if (alerts.length === 0) return null
  return (
    <ul
      aria-label="Needs attention"
      className="flex flex-wrap gap-x-5 gap-y-1 border-b border-line bg-warning-soft px-4 py-1.5 text-label text-warning-text"
    >
      {alerts.map((alert) => (
        <li key={alert} className="flex items-center gap-1.5">
          <TriangleAlert size={14} aria-hidden className="shrink-0" />
          {alert}
        </li>
      ))}
    </ul>
  )
}
