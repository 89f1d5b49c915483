import { type Insertable, sql } from 'kysely'
import { buildStudent, type StudentValues } from '#server/records/students/factory.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { StudentPeriod } from '#server/platform/db/schema.ts'
import { createRandom, type Random } from '#server/testing/random.ts'

export const programs = [
  'Doctor of Osteopathic Medicine',
  'Physician Assistant',
  'Nursing (BSN)',
  'Nursing (MSN)',
  'Biomedical Sciences',
  'Dental Medicine',
  'Pharmacy',
  'Physical Therapy',
] as const
export const campuses = ['Main', 'North', 'Harbor', 'Online'] as const
const academicStatuses = [
  'incoming',
  'returning',
  'continuing',
  'continuing',
  'returning',
  'part_time',
] as const

export type StudentPeriodValues = Omit<Insertable<StudentPeriod>, 'sort_name'>

/** Returns academic details of a realistic student-period. */
export const academicValues = (random: Random) => ({
  program: random.pick(programs),
  campus: random.pick(campuses),
  graduation_year: random.between(2027, 2030),
  academic_status: random.pick(academicStatuses),
})

interface Built {
  readonly id: number
  readonly student_id: number
}

let made = 0

/** Creates a student in a period, with a new student unless one is given. Returns both IDs. */
export const buildStudentPeriod = async (
  db: Database,
  {
    student = {},
    ...values
  }: Partial<StudentPeriodValues> & {
    school_id: number
    period_id: number
    student?: Partial<StudentValues>
  },
): Promise<Built> => {
  made += 1
  const studentId = values.student_id ?? (await buildStudent(db, { ...student, school_id: values.school_id }))
  const { id } = await db
    .insertInto('student_periods')
    .values({
      ...academicValues(createRandom(made)),
      ...values,
      student_id: studentId,
      sort_name: sql<string>`(select s.sort_name from students s where s.id = ${studentId})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, student_id: studentId }
}
