import { describe, expect, it, test } from 'vitest'
import { enrollmentFields } from './student-period-fields.ts'
import { movedFromStudent, currentName } from './older-names.ts'

describe('the current name of a field', () => {
  it.each([
    ['student.graduation_year', 'graduation_year'],
    ['student_period.graduation_year', 'graduation_year'],
    ['graduation_year', 'graduation_year'],
    ['student.status', 'status'],
    ['student.loa_end_on', 'loa_end_on'],
    ['student_period.medical_waive_group_number', 'medical_waive_group_number'],
    ['student_period.admin_fee', 'admin_fee'],
    // still a student's field, or no field
    ['student.first_name', 'student.first_name'],
    ['student.admin_fee', 'student.admin_fee'],
    ['student.medical_status', 'student.medical_status'],
    ['student_period.first_name', 'student_period.first_name'],
    ['student_period.constructor', 'student_period.constructor'],
    ['student.', 'student.'],
    ['students.program', 'students.program'],
    ['period.student.program', 'period.student.program'],
    ['', ''],
  ])('%s → %s', (name, now) => expect(currentName(name)).toBe(now))
})

test('every moved field is a field of the student-period', () =>
  expect(movedFromStudent.filter((name) => !Object.hasOwn(enrollmentFields, name))).toEqual([]))
