import { Link } from '@tanstack/react-router'
import { statusCatalogue, isCoverageStatus, type Coverage } from '#contract/coverage/choices.ts'
import {
  academicStatusLabels,
  insuranceTypeLabels,
  recordStatusLabels,
  sourceOfCoverageLabels,
  subscriberRelationLabels,
} from '#contract/student-periods/choices.ts'
import {
  studentListColumns,
  type StudentListColumn,
  type StudentListRow,
} from '#contract/student-periods/shapes.ts'
import { genderLabels } from '#contract/students/choices.ts'
import { CoveragePill } from '#client/common/coverage-pill.tsx'
import { formatDay } from '#client/lib/format.ts'
import type { FilterColumn, TableColumn } from '#client/ui/data-table/types.ts'

const labels: Readonly<Record<string, string>> = {
  ...academicStatusLabels,
  ...genderLabels,
  ...recordStatusLabels,
  ...insuranceTypeLabels,
  ...sourceOfCoverageLabels,
  ...subscriberRelationLabels,
}

const isStatusColumn = (id: string): boolean => /^(medical|dental|vision)_status$/.test(id)

/** A stored choice in words. */
export const choiceText = (id: string, value: string): string => {
  if (isStatusColumn(id) && isCoverageStatus(value)) return statusCatalogue[value].label
  // `x` is a gender and an academic status: each has its own words
  if (id === 'academic_status' && value === 'x') return academicStatusLabels.x
  return labels[value] ?? value
}

const statusCell = (coverage: Coverage) => (row: StudentListRow) => {
  const status = row[`${coverage}_status`]
  return isCoverageStatus(status) ? (
    <CoveragePill status={status} short endsOn={row[`${coverage}_enroll_coverage_end_on`] ?? null} />
  ) : null
}

const quiet = (text: string | null | undefined) =>
  text == null || text === '' ? (
    <span className="text-ink-3">—</span>
  ) : (
    <span className="text-ink-2">{text}</span>
  )

const dayCell = (id: 'dob' | 'reverify_on') => (row: StudentListRow) =>
  row[id] == null ? quiet(null) : <span className="tabular text-ink-2">{formatDay(row[id])}</span>

const nameCell = (row: StudentListRow) => (
  <Link
    to="/student/$student"
    params={{ student: String(row.student_id) }}
    tabIndex={-1}
    className="font-medium text-ink no-underline hover:underline"
  >
    {row.student_name}
  </Link>
)

const column = (
  id: StudentListColumn,
  width: number,
  cell: (row: StudentListRow) => React.ReactNode,
  more: Partial<TableColumn<StudentListRow>> = {},
): TableColumn<StudentListRow> => ({ id, label: studentListColumns[id].label, width, cell, ...more })

/** The columns the list shows. */
export const studentColumns: readonly TableColumn<StudentListRow>[] = [
  column('student_name', 220, nameCell, { pinned: true }),
  column('sid', 112, (row) => <span className="tabular text-ink-2">{row.sid}</span>),
  column('medical_status', 172, statusCell('medical')),
  column('dental_status', 172, statusCell('dental')),
  column('vision_status', 172, statusCell('vision')),
  column('academic_status', 136, (row) =>
    quiet(row.academic_status == null ? null : choiceText('academic_status', row.academic_status)),
  ),
  column('program', 216, (row) => quiet(row.program)),
  column('campus', 104, (row) => quiet(row.campus)),
  column('graduation_year', 128, (row) => (
    <span className="tabular text-ink-2">{row.graduation_year ?? '—'}</span>
  )),
  column('dob', 120, dayCell('dob')),
  column('reverify_on', 116, dayCell('reverify_on')),
  column('university_email', 240, (row) => quiet(row.university_email)),
]

/** What the list asks the server for: its columns, and what its cells read beside them. */
export const askedColumns = [
  ...studentColumns.map(({ id }) => id),
  'medical_enroll_coverage_end_on',
  'dental_enroll_coverage_end_on',
  'vision_enroll_coverage_end_on',
].join(',')

/** Everything the list can be filtered by, shown as a column or not. */
export const filterColumns: readonly FilterColumn[] = Object.entries(studentListColumns)
  .filter(([id]) => id !== 'id' && id !== 'student_id')
  .map(([id, definition]) => ({
    ...definition,
    id,
    choiceText: (value) => choiceText(id, value),
    ...(isStatusColumn(id)
      ? {
          choiceLabel: (value: string) =>
            isCoverageStatus(value) ? <CoveragePill status={value} short /> : value,
        }
      : {}),
  }))
