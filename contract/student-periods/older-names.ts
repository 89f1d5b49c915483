import { studentPeriodFields, type EnrollmentField } from './fields.ts'

/** The fields that stood with the student once and belong to the student-period now: no later field joins them. */
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
 * What a field is called now: 'student.program' and 'student_period.program' → 'program'. What is no older name stays as
 * it is, also where no field is called so. What is stored is stored under the present name.
 */
export const presentName = (name: string): string => {
  const [, owner, field = ''] = /^(student|student_period)\.(.+)$/.exec(name) ?? []
  if (owner === 'student' && moved.has(field)) return field
  return owner === 'student_period' && Object.hasOwn(studentPeriodFields, field) ? field : name
}
