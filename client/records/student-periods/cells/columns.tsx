import { Link } from '@tanstack/react-router'
import {
  coverageLabels,
  coverages,
  isCoverageStatus,
  statusCatalogue,
  type Coverage,
} from '#contract/platform/coverage/choices.ts'
import { familyLabels } from '#contract/platform/coverage/status-groups.ts'
import { fieldOf } from '#contract/platform/record/known-fields.ts'
import { defaultStudentListColumns } from '#contract/records/student-periods/default-columns.ts'
import { statusFieldOf, type EnrollmentField } from '#contract/platform/record/student-period-fields.ts'
import {
  studentListColumns,
  valueColumns,
  type StudentListColumn,
} from '#contract/platform/record/columns.ts'
import { listAnchors } from '#contract/platform/record/narrowing.ts'
import type { StudentListRow } from '#contract/records/student-periods/shapes.ts'
import { studentFields } from '#contract/platform/record/student-fields.ts'
import type { ColumnKind } from '#contract/platform/table-filters.ts'
import { CoveragePill } from '#client/platform/coverage/coverage-pill.tsx'
import { columnPlaces, enrollmentPlaces, shownIn } from '#client/platform/record/field-places.ts'
import { valueWords, type PlainValue } from '#client/platform/record/field-value.ts'
import { arrange, type ColumnLayout } from '#client/platform/ui/data-table/layout.ts'
import type { FilterColumn, TableColumn } from '#client/platform/ui/data-table/types.ts'
import { MenuItem } from '#client/platform/ui/overlays/menu.tsx'
import { HeldKeys } from '#client/platform/ui/focus/held-keys.ts'
import { later } from '#client/platform/ui/states/later.tsx'
import { columnsText } from './columns-text.ts'

const coverageOfStatus = (id: string): Coverage | undefined => {
  const line = fieldOf(id)?.line
  return line?.part === 'status' ? line.coverage : undefined
}

const valueOf = (row: StudentListRow, id: StudentListColumn): PlainValue => row[id] ?? null

/** Returns a cell as plain text, '' if empty. */
const cellText = (row: StudentListRow, id: StudentListColumn): string => {
  const value = valueOf(row, id)
  return value === null || value === '' ? '' : valueWords(id, value)
}

const statusCell = (coverage: Coverage) => (row: StudentListRow) => {
  const status = row[`${coverage}_status`]
  return isCoverageStatus(status) ? (
    <CoveragePill status={status} short endsOn={row[`${coverage}_enroll_coverage_end_on`] ?? null} />
  ) : null
}

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

const figures: ReadonlySet<ColumnKind> = new Set(['number', 'money', 'date', 'instant'])

const plainCell = (id: StudentListColumn, kind: ColumnKind) => (row: StudentListRow) => {
  const words = cellText(row, id)
  if (words === '') return <span className="text-ink-3">—</span>
  return <span className={figures.has(kind) ? 'tabular text-ink-2' : 'text-ink-2'}>{words}</span>
}

const cellOf = (id: StudentListColumn, kind: ColumnKind) => {
  const coverage = coverageOfStatus(id)
  if (coverage) return statusCell(coverage)
  return id === 'student_name' ? nameCell : plainCell(id, kind)
}

/** Widths in pixels by kind of column; a few columns have their own width. */
const widthOfKind: Readonly<Record<ColumnKind, number>> = {
  text: 176,
  choice: 152,
  number: 120,
  money: 128,
  date: 128,
  instant: 168,
  boolean: 112,
}

/** Returns a field's heading in the column chooser. */
export const groupOf = (id: string): string => {
  const line = fieldOf(id)?.line
  if (line?.part === 'status') return 'Coverage'
  if (line) return `${coverageLabels[line.coverage]} ${line.part === 'waive' ? 'waiver' : 'enrollment'}`
  if (isEnrollment(id) && enrollmentPlaces[id].section === 'Supplemental fees') return 'Supplemental fees'
  return id === 'student_name' || Object.hasOwn(studentFields, id) ? 'Student' : 'Policy year'
}

const isEnrollment = (id: string): id is EnrollmentField => Object.hasOwn(enrollmentPlaces, id)

// Not part of the list's first load.
const CellEditor = later(async () => (await import('./cell-editor.tsx')).CellEditor, <HeldKeys />)

const StatusChanges = later(
  async () => (await import('#client/platform/coverage/status-changes.tsx')).StatusChanges,
  <MenuItem disabled>Loading status changes…</MenuItem>,
)

/** The status whose changes are the menu of a column’s cells. */
const changedIn = (id: string): Coverage | 'academic_status' | undefined =>
  id === 'academic_status' ? id : coverageOfStatus(id)

const columnOf = (id: StudentListColumn): TableColumn<StudentListRow> => {
  const { label, kind }: { label: string; kind: ColumnKind } = studentListColumns[id]
  const changed = changedIn(id)
  return {
    id,
    label,
    group: groupOf(id),
    width: columnPlaces[id].column ?? widthOfKind[kind],
    narrowWidth: columnPlaces[id].narrow,
    cell: cellOf(id, kind),
    text: (row) => cellText(row, id),
    ...(kind === 'money' ? { align: 'end' as const } : {}),
    ...(changed === undefined
      ? {}
      : { menu: (row: StudentListRow) => <StatusChanges id={row.id} of={changed} /> }),
    ...(isEnrollment(id) && enrollmentPlaces[id].isEditedInList
      ? {
          editor: (row: StudentListRow, onDone: () => void) => (
            <CellEditor row={row} field={id} onDone={onDone} />
          ),
        }
      : {}),
  }
}

/** Returns whether an ID is that of a list column. */
export const isListColumn = (id: string): id is StudentListColumn => Object.hasOwn(studentListColumns, id)

/** The columns for users, by ID; not the database IDs and company IDs. */
export const listColumnIds = Object.keys(studentListColumns)
  .filter(isListColumn)
  .filter((id) => columnPlaces[id].column !== null)

/** Every column the list can show: all fields of student and student-period except the SSN. */
export const studentColumns: readonly TableColumn<StudentListRow>[] = listColumnIds.map(columnOf)

/** Renders all status changes of a row, as items of a menu. */
export const rowChanges = (row: StudentListRow) => <StatusChanges id={row.id} />

/** Returns the visible columns in order. */
export const shownColumns = (layout: ColumnLayout): StudentListColumn[] =>
  arrange(studentColumns, layout)
    .map(({ column }) => column.id)
    .filter(isListColumn)

/** The columns on a phone's card. */
export const cardColumns = [...shownIn(enrollmentPlaces, 'card'), ...coverages.map(statusFieldOf)]

/** Returns the columns to request: the visible ones, and the name in every row. */
export const requestedColumns = (shown: readonly string[]): string => columnsText(shown.filter(isListColumn))

const hasFewValues = (id: StudentListColumn): boolean => {
  const { kind }: { kind: ColumnKind } = studentListColumns[id]
  return valueColumns.includes(id) && (kind !== 'text' || fieldOf(id)?.recurring === true)
}

/** Everything the list can be filtered by, whether or not it's shown; the most frequent first. */
export const filterColumns: readonly FilterColumn[] = [
  ...new Set([...defaultStudentListColumns.shipmate_admin, ...listColumnIds]),
].map((id) => ({
  ...studentListColumns[id],
  id,
  hasFewValues: hasFewValues(id),
  anchors: listAnchors,
  group: groupOf(id),
  choiceText: (value) => valueWords(id, value),
  ...(coverageOfStatus(id)
    ? {
        choiceLabel: (value: string) =>
          isCoverageStatus(value) ? <CoveragePill status={value} short /> : value,
        choiceGroup: (value: string) =>
          isCoverageStatus(value) ? familyLabels[statusCatalogue[value].family] : '',
      }
    : {}),
}))
