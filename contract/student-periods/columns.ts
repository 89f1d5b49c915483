import type { Permission } from '../access.ts'
import { columnsOf } from '../record-field.ts'
import { studentFields } from '../students/fields.ts'
import type { Column } from '../table-filters.ts'
import { studentPeriodFields } from './fields.ts'

/** What the student list computes of each row: read-only, but sorted and filtered like any other column. */
const computedColumns = {
  /** 'Last, First M', what the list sorts by. */
  student_name: { label: 'Student', kind: 'text' },
  /** In whole years, on the office's day. Who is born on Feb 29 is a year older on Mar 1. */
  age: { label: 'Age', kind: 'number' },
  /** The 26th birthday, on which a place on a parent's plan is lost; Mar 1 for who is born on Feb 29. */
  turns_26_on: { label: 'Turns 26', kind: 'date' },
  /** The last day to waive: the period's, the same in every row of it. */
  waiver_deadline_on: { label: 'Waiver deadline', kind: 'date' },
} as const satisfies Record<string, Column>

/** The columns of the student list: every student and student-period field but the SSN, and what is computed. */
export const studentListColumns = {
  ...computedColumns,
  ...columnsOf(studentFields),
  ...columnsOf(studentPeriodFields),
  id: { label: 'Record number', kind: 'number' },
  student_id: { label: 'Student number', kind: 'number' },
  created_at: { label: 'Added', kind: 'instant' },
  updated_at: { label: 'Last change', kind: 'instant' },
  student_created_at: { label: 'Student added', kind: 'instant' },
  student_updated_at: { label: 'Student’s last change', kind: 'instant' },
} as const satisfies Record<string, Column>
export type StudentListColumn = keyof typeof studentListColumns
// Object.keys forgets that these are the names and not none.
const columnNames = Object.keys(studentListColumns) as [StudentListColumn, ...StudentListColumn[]]

/** What the list shows when nothing else is asked for, in this order: what each role works with. */
export const defaultStudentListColumns = {
  shipmate_admin: [
    'student_name',
    'sid',
    'medical_status',
    'dental_status',
    'vision_status',
    'academic_status',
    'program',
    'campus',
    'graduation_year',
    'dob',
    'university_email',
    'reverify_on',
  ],
  school_admin: [
    'student_name',
    'sid',
    'medical_status',
    'dental_status',
    'vision_status',
    'academic_status',
    'program',
    'campus',
    'graduation_year',
    'university_email',
    'phone',
  ],
} as const satisfies Record<Permission, readonly StudentListColumn[]>

/** The columns whose values are worth listing: all but days and instants, which have match modes of their own. */
export const valueColumns: readonly StudentListColumn[] = columnNames.filter(
  (name) => studentListColumns[name].kind !== 'date' && studentListColumns[name].kind !== 'instant',
)
