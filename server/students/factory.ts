import type { Insertable } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Student } from '../db/schema.ts'
import { firstNames, lastNames, places, streets } from '../testing/invented-people.ts'
import { addDays, createRandom, type Random } from '../testing/random.ts'

export type StudentValues = Insertable<Student>

/** The values of a believable student, all people invented: `number` makes student ID and email unique. */
export const studentValues = (random: Random, schoolId: number, number: number): StudentValues => ({
  school_id: schoolId,
  first_name: random.pick(firstNames),
  last_name: random.pick(lastNames),
  middle_initial: random.chance(70) ? random.pick(['A', 'J', 'M', 'R', 'L', 'T']) : null,
  prior_last_name: random.chance(6) ? random.pick(lastNames) : null,
  dob: addDays('1995-01-01', random.between(0, 4300)),
  gender: random.pick(['female', 'male', 'female', 'male', 'x']),
  sid: `S${String(1_000_000 + number)}`,
  uid: `u${number}`,
  address_1: `${random.between(10, 9900)} ${random.pick(streets)}`,
  ...random.pick(places),
  country: 'US',
  phone: `+1${random.between(201, 989)}555${String(random.between(0, 9999)).padStart(4, '0')}`,
  university_email: `s${number}@students.example.edu`,
  personal_email: random.chance(80) ? `p${number}@mail.example` : null,
  include_dependents: random.chance(8),
})

let made = 0

/** A believable student. Answers the id. */
export const buildStudent = async (
  db: Database,
  values: Partial<StudentValues> & { school_id: number },
): Promise<number> => {
  made += 1
  const { id } = await db
    .insertInto('students')
    .values({ ...studentValues(createRandom(made), values.school_id, made), ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
