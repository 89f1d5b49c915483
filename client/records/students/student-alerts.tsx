import { currentDay } from '#client/platform/lib/today.ts'
import { withinSentence } from '#contract/platform/letter-case.ts'
import { Link } from '@tanstack/react-router'
import { Info, Lock, TriangleAlert } from 'lucide-react'
import {
  coverageLabels,
  coverages,
  isCoverageStatus,
  statusCatalogue,
} from '#contract/platform/coverage/choices.ts'
import { fileKindLabels, waiverFileKinds, type FileKind } from '#contract/platform/record/file-kinds.ts'
import { getStudentPeriod } from '#contract/records/student-periods/endpoints.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import type { Student, StudentPolicyYear } from '#contract/records/students/shapes.ts'
import { formatDay, formatInstant } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { useState } from 'react'

/** Returns the alerts of a record as sentences, the most important first. */
const alertsOf = (record: StudentPeriod, today: string): string[] => {
  const lines = coverages.flatMap((coverage) => {
    const status = record[statusFieldOf(coverage)]
    if (!isCoverageStatus(status) || statusCatalogue[status].tone !== 'destructive') return []
    return `${coverageLabels[coverage]}: ${statusCatalogue[status].label}`
  })
  const due = record.reverify_on
  const reverify =
    due === null || due > today
      ? []
      : [due === today ? 'Reverification due today' : `Reverification overdue since ${formatDay(due)}`]
  const inactive =
    record.status === 'inactive'
      ? ['This record is inactive. It’s excluded from counts, emails and automated jobs.']
      : []
  return [...lines, ...reverify, ...inactive]
}

/** 'Missing documents: insurance card, front and back' */
const missingText = (missing: readonly FileKind[]): string => {
  const isWholeCard = waiverFileKinds.every((kind) => missing.includes(kind))
  const words = missing.map((kind) => withinSentence(fileKindLabels[kind]))
  return `Missing documents: ${isWholeCard ? 'insurance card, front and back' : words.join('; ')}`
}

interface StudentAlertsProps {
  studentId: number
  year: StudentPolicyYear
  /** The documents missing for a pending waiver. */
  missing: readonly FileKind[]
}

/** Renders what needs action in the current policy year, at the top of every screen of the student. */
export const StudentAlerts = ({ studentId, year, missing }: StudentAlertsProps) => {
  const { data } = useAsk(getStudentPeriod, { params: { id: year.id } })
  const [today] = useState(() => currentDay())
  const alerts = data ? alertsOf(data, today) : []
  if (alerts.length + missing.length === 0) return null
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
      {missing.length > 0 && (
        <li className="flex items-center gap-1.5">
          <TriangleAlert size={14} aria-hidden className="shrink-0" />
          <Link
            to="/student/$student/documents"
            params={{ student: String(studentId) }}
            className="text-warning-text underline underline-offset-2 hover:no-underline"
          >
            {missingText(missing)}
          </Link>
        </li>
      )}
    </ul>
  )
}

/** Renders that the record is kept by a legal hold, or what is left of an erased one. */
export const RetentionNote = ({ student: { erased_at, held_since } }: { student: Student }) => {
  if (erased_at === null && held_since === null) return null
  const Icon = erased_at === null ? Lock : Info
  return (
    <p className="flex items-center gap-1.5 border-b border-line bg-info-soft px-4 py-1.5 text-label text-info-text">
      <Icon size={14} aria-hidden className="shrink-0" />
      {erased_at === null
        ? `On legal hold since ${formatInstant(held_since ?? '')} Nothing about this student is erased.`
        : 'Everything that identified this student was erased. Statuses, dates and amounts stay in reports, and can’t be changed.'}
    </p>
  )
}
