import * as z from 'zod/mini'
import type { Permission } from '../access.ts'
import { coverages, coverageStatuses } from '../coverage/choices.ts'
import { fieldChange } from '../history/shapes.ts'
import { birthDay, day, id, ssn, text } from '../fields.ts'
import { columnsOf, readableShape, writableShape } from '../record-field.ts'
import { genders } from '../students/choices.ts'
import { studentFields } from '../students/fields.ts'
import { student } from '../students/shapes.ts'
import { calendarAnchors, periodAnchors } from '../relative-day.ts'
import { filtersOf, filtersText, searchText, tableQuery, type Column } from '../table-query.ts'
import { whereOf, whereText } from '../table-where.ts'
import { academicStatuses, dependentTypes, recordStatuses } from './choices.ts'
import { enrollmentFields, insuranceFields, statusFields, studentPeriodFields } from './fields.ts'

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
    'academic_status',
    'program',
    'campus',
    'graduation_year',
    'medical_status',
    'dental_status',
    'vision_status',
    'university_email',
    'phone',
  ],
} as const satisfies Record<Permission, readonly StudentListColumn[]>

/** A row of the student list: `id` and `version` of the student-period, and the columns asked for. */
export const studentListRow = z.object({
  id: z.int(),
  student_id: z.int(),
  version: z.int(),
  student_version: z.int(),
  ...z.partial(
    z.object({
      student_name: z.string(),
      age: z.int(),
      turns_26_on: z.string(),
      waiver_deadline_on: z.nullable(z.string()),
      ...readableShape(withoutSsn(studentFields)),
      ...readableShape(studentPeriodFields),
      created_at: z.string(),
      updated_at: z.string(),
      student_created_at: z.string(),
      student_updated_at: z.string(),
    }),
  ).shape,
})
export type StudentListRow = z.output<typeof studentListRow>

function withoutSsn<F extends { ssn: unknown }>(fields: F): Omit<F, 'ssn'> {
  const { ssn: _, ...rest } = fields
  return rest
}

const dependentFields = {
  type: z.enum(dependentTypes),
  gender: z.nullish(z.enum(genders)),
  first_name: text(100),
  last_name: text(100),
  dob: z.nullish(birthDay),
  ssn: z.nullish(ssn),
  covers: z.array(z.enum(coverages)).check(z.maxLength(3)),
}

/** A dependent to write; a row with an `id` is changed, one without is added, an absent one removed. */
export const dependentChange = z.strictObject({ id: z.optional(id), ...dependentFields })
export type DependentChange = z.output<typeof dependentChange>

/** A dependent as read, `ssn` as its mask. */
export const dependent = z.object({
  id: z.int(),
  type: z.enum(dependentTypes),
  gender: z.nullable(z.enum(genders)),
  first_name: z.string(),
  last_name: z.string(),
  dob: z.nullable(z.string()),
  ssn: z.nullable(z.string()),
  covers: z.array(z.enum(coverages)),
})
export type Dependent = z.output<typeof dependent>

/** A student-period whole: its own fields flat, the student beside them. */
export const studentPeriod = z.object({
  id: z.int(),
  school_id: z.int(),
  period_id: z.int(),
  period_name: z.string(),
  student_id: z.int(),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  ...readableShape(studentPeriodFields),
  student,
  dependents: z.array(dependent),
})
export type StudentPeriod = z.output<typeof studentPeriod>

const statusTarget = z.optional(z.enum(coverageStatuses))
export const statusTargets = {
  medical_status: statusTarget,
  dental_status: statusTarget,
  vision_status: statusTarget,
} as const

const overrideReason = z.nullish(text(1000))

/** Any subset of a student-period; waive and enroll fields only through insurance-details. */
export const studentPeriodChange = z.strictObject({
  ...writableShape(enrollmentFields),
  ...statusTargets,
  dependents: z.optional(z.array(dependentChange).check(z.maxLength(30))),
  override_reason: overrideReason,
  send_email: z.optional(z.boolean()),
  version: z.optional(z.int()),
})
export type StudentPeriodChange = z.output<typeof studentPeriodChange>

/** Any subset of the waive and enroll fields, flat. */
export const insuranceDetailsChange = z.strictObject({
  ...writableShape(insuranceFields),
  version: z.optional(z.int()),
})
export type InsuranceDetailsChange = z.output<typeof insuranceDetailsChange>

/** The days that filters of the student list may be given in relation to: the calendar's and the period's. */
export const listAnchors = [...calendarAnchors, ...periodAnchors] as const

/** What narrows the student list, in a query string: `search`, `filters` and `where`, all of which must hold. */
export const narrowingQuery = {
  search: z.optional(searchText),
  filters: z.optional(filtersText(studentListColumns, listAnchors)),
  where: z.optional(whereText(studentListColumns, listAnchors)),
} as const

/** The query of the student list: the rules of every list, and `where`. */
export const studentListQuery = z.strictObject({ ...tableQuery(studentListColumns), ...narrowingQuery })

/** The same in a body. */
export const narrowing = {
  search: z.nullish(searchText),
  filters: z.optional(filtersOf(studentListColumns, listAnchors)),
  where: z.optional(whereOf(studentListColumns, listAnchors)),
} as const

/** A selection: these ids, or all that match but a few. */
export const selection = z.strictObject({
  period_id: id,
  ...narrowing,
  except_ids: z.optional(z.array(id).check(z.maxLength(10_000))),
})
export type Selection = z.output<typeof selection>

/** What every bulk call takes. */
export const bulk = {
  ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(10_000))),
  selection: z.optional(selection),
  dry_run: z.optional(z.boolean()),
  /** What the preview promised: 409 with the new counts when it no longer holds. */
  expected: z.optional(z.strictObject({ matched: z.int(), changed: z.int() })),
}

export const eitherIdsOrSelection = z.refine<{ ids?: unknown; selection?: unknown }>(
  (body) => (body.ids === undefined) !== (body.selection === undefined),
  { message: 'Give either ids or a selection.', path: ['ids'] },
)

export const coverageStatusesChange = z
  .strictObject({
    ...bulk,
    ...statusTargets,
    override_reason: overrideReason,
    send_email: z.optional(z.boolean()),
  })
  .check(eitherIdsOrSelection)
export type CoverageStatusesChange = z.output<typeof coverageStatusesChange>

export const studentStatusChange = z
  .strictObject({
    ...bulk,
    academic_status: z.optional(z.enum(academicStatuses)),
    status: z.optional(z.enum(recordStatuses)),
    effective_on: z.optional(day),
  })
  .check(eitherIdsOrSelection)

/** Why a row is left as it is: the status may not move so, or a pair of dates would be out of order. */
export const skipReasons = ['not_allowed', 'out_of_order'] as const

/** What a bulk call did, or in a dry run would do; `skipped` holds the first 1,000. */
export const bulkResult = z.object({
  matched: z.int(),
  changed: z.int(),
  skipped: z.array(
    z.object({ id: z.int(), name: z.string(), reason: z.enum(skipReasons), detail: z.string() }),
  ),
  skipped_total: z.int(),
  /** How many rows move from what to what, by line. */
  moves: z.array(
    z.object({
      coverage: z.enum(coverages),
      from: z.enum(coverageStatuses),
      to: z.enum(coverageStatuses),
      event: z.nullable(z.string()),
      quantity: z.int(),
    }),
  ),
  /** Of a preview: the first five rows that would change, with what becomes of their fields. */
  sample: z.optional(
    z.array(z.object({ id: z.int(), name: z.string(), sid: z.string(), changes: z.array(fieldChange) })),
  ),
})
export type BulkResult = z.output<typeof bulkResult>

/** The columns whose values are worth listing: all but days and instants, which have match modes of their own. */
export const valueColumns: readonly StudentListColumn[] = columnNames.filter(
  (name) => studentListColumns[name].kind !== 'date' && studentListColumns[name].kind !== 'instant',
)

/** Of which column the values are asked, under what; `contains` narrows the values themselves. */
export const valuesQuery = z.strictObject({
  field: z.enum(valueColumns),
  ...narrowingQuery,
  contains: z.optional(searchText),
})

/**
 * The values of a column, the most frequent first, at most 200 of them; null stands for empty. Texts that differ in case
 * or accents only are one value, in its most frequent spelling: a filter that `equals` it finds `quantity` rows.
 */
export const columnValues = z.object({
  data: z.array(
    z.object({
      value: z.nullable(z.union([z.string(), z.number(), z.boolean()])),
      quantity: z.int(),
    }),
  ),
  /** `more`: there are further values, less frequent. */
  meta: z.object({ more: z.boolean() }),
})
export type ColumnValues = z.output<typeof columnValues>

/** How many student-periods stand in each status of a line. */
export const statusQuantity = z.object({ status: z.enum(coverageStatuses), quantity: z.int() })

/** A policy year of a student, for the list of their years. */
export const studentPolicyYear = z.object({
  id: z.int(),
  period_id: z.int(),
  period_name: z.string(),
  starts_on: z.string(),
  ends_on: z.string(),
  version: z.int(),
  ...readableShape(statusFields),
  status: z.enum(recordStatuses),
  academic_status: z.nullable(z.enum(academicStatuses)),
  program: z.nullable(z.string()),
  campus: z.nullable(z.string()),
})
export type StudentPolicyYear = z.output<typeof studentPolicyYear>
