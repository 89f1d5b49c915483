import { columnsOf } from './record-field.ts'
import { studentFields } from './student-fields.ts'
import type { Column } from '#contract/platform/table-filters.ts'
import { studentPeriodFields } from './student-period-fields.ts'

/** Computed columns of the student list: read-only, but sorted and filtered like any other column. */
const computedColumns = {
  /** 'Last, First M'; the list’s sort order. */
  student_name: { label: 'Student', kind: 'text' },
  /** Age in whole years on the office’s date. Students born on February 29 turn a year older on March 1. */
  age: { label: 'Age', kind: 'number' },
  /** The 26th birthday, on which coverage under a parent’s plan ends; March 1 for students born on February 29. */
  turns_26_on: { label: '26th birthday', kind: 'date' },
  /** The waiver deadline of the period, the same in every row. */
  waiver_deadline_on: { label: 'Waiver deadline', kind: 'date' },
  /** Whether a waiver of the student is to be reverified: a reverification of what is due takes exactly these. */
  reverification_due: { label: 'Reverification due', kind: 'boolean' },
  /**
   * The last day to respond to a waiver that can’t be processed: the earliest of the coverage types in such a status. Empty
   * if no form was decided so.
   */
  respond_by: { label: 'Respond by', kind: 'date' },
  /** Whether a coverage status waits for a decision that no open form asks for: one sent on paper or said by phone. */
  to_decide_without_form: { label: 'To decide without a form', kind: 'boolean' },
  /** Whether the student wasn’t in the roster that someone said is the whole one of the policy year. */
  missing_from_roster: { label: 'Missing from roster', kind: 'boolean' },
  /**
   * Whether the premium of an enrolled coverage type isn’t the plan’s for its tier and dates, nor what a change of the tier
   * during the year made of it.
   */
  premium_differs: { label: 'Premium isn’t the plan’s', kind: 'boolean' },
  /** Whether other people or imports changed the record or its student since the reader’s last change before today. */
  changed_since_visit: { label: 'Changed by others since you were here', kind: 'boolean' },
  /** Whether an email about the record bounced or wasn’t sent since the reader’s last change before today. */
  delivery_failed_since_visit: { label: 'Email failed since you were here', kind: 'boolean' },
} as const satisfies Record<string, Column>

/**
 * The columns of the student list: every student and student-period field except the SSN, and the computed
 * ones.
 */
export const studentListColumns = {
  ...computedColumns,
  ...columnsOf(studentFields),
  ...columnsOf(studentPeriodFields),
  id: { label: 'Record ID', kind: 'number' },
  student_id: { label: 'Student record ID', kind: 'number' },
  created_at: { label: 'Added', kind: 'instant' },
  updated_at: { label: 'Last changed', kind: 'instant' },
  student_created_at: { label: 'Student added', kind: 'instant' },
  student_updated_at: { label: 'Student last changed', kind: 'instant' },
} as const satisfies Record<string, Column>
export type StudentListColumn = keyof typeof studentListColumns
/** The names of the columns; Object.keys drops their type. */
export const columnNames = Object.keys(studentListColumns) as [StudentListColumn, ...StudentListColumn[]]

/** The columns whose values can be listed: all except dates and instants, which have their own match modes. */
export const valueColumns: readonly StudentListColumn[] = columnNames.filter(
  (name) => studentListColumns[name].kind !== 'date' && studentListColumns[name].kind !== 'instant',
)
