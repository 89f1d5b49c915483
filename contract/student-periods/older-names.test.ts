import { describe, expect, it, test } from 'vitest'
import { enrollmentFields } from './fields.ts'
import { movedFromStudent, presentName } from './older-names.ts'

describe('the present name of a field', () => {
  it.each([
    ['student.graduation_year', 'graduation_year'],
    ['student_period.graduation_year', 'graduation_year'],
    ['graduation_year', 'graduation_year'],
    ['student.status', 'status'],
    ['student.loa_end_on', 'loa_end_on'],
    ['student_period.medical_waive_group_number', 'medical_waive_group_number'],
    ['student_period.admin_fee', 'admin_fee'],
    // still the student's, or nobody's
    ['student.first_name', 'student.first_name'],
    ['student.admin_fee', 'student.admin_fee'],
    ['student.medical_status', 'student.medical_status'],
    ['student_period.first_name', 'student_period.first_name'],
    ['student_period.constructor', 'student_period.constructor'],
    ['student.', 'student.'],
    ['students.program', 'students.program'],
    ['period.student.program', 'period.student.program'],
    ['', ''],
  ])('%s → %s', (name, now) => expect(presentName(name)).toBe(now))
})

test('every field that moved has its name with the student-period', () =>
  expect(movedFromStudent.filter((name) => !Object.hasOwn(enrollmentFields, name))).toEqual([]))
