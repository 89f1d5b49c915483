import { studentPeriodFields, type EnrollmentField } from './student-period-fields.ts'

/** Fields that moved from the student to the student-period. No new fields are added here. */
export const movedFromStudent = [
  'status',
  'graduation_year',
  'program',
  'campus',
  'rotation_location',
  'expected_start_on',
  'expected_graduation_on',
  'academic_status',
  'loa_reason',
  'loa_start_on',
  'loa_end_on',
] as const satisfies readonly EnrollmentField[]

const moved: ReadonlySet<string> = new Set(movedFromStudent)

/**
 * Returns the current name of a field: 'student.program' and 'student_period.program' → 'program'. Other names
 * don’t change. Only current names are saved.
 */
export const currentName = (name: string): string => {
  const [, owner, field = ''] = /^(student|student_period)\.(.+)$/.exec(name) ?? []
  if (owner === 'student' && moved.has(field)) return field
  return owner === 'student_period' && Object.hasOwn(studentPeriodFields, field) ? field : name
}
