import type { Insertable } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { Student } from '#server/platform/db/schema.ts'
import { addDays, createRandom, type Random } from '#server/testing/random.ts'

export type StudentValues = Insertable<Student>

/** Returns a realistic invented student; `number` makes student ID and email unique. */
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

/** Creates a realistic student. Returns the ID. */
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

/** Invented names, places and streets. */
const firstNames = [
  'Liam',
  'Takumi',
  'Mateo',
  'Paweł',
  'Hannah',
  'Leila',
  'Dmitri',
  'Oluwaseun',
  'Noah',
  'Mei',
  'Amara',
  'Sofía',
  'Kwame',
  'Wei',
  'Luca',
  'Zoë',
  'Ivy',
  'Ethan',
  'Fatima',
  'Chloé',
  'Priya',
  'Ngozi',
  'Grace',
  'José',
  'Ana',
  'Björn',
  'Rosa',
  'Henry',
  'Samuel',
  'Arjun',
  'Theo',
  'Maya',
  'Elijah',
  'Daniel',
  'Yuki',
  'Aaliyah',
  'Victor',
  'Zara',
  'Inés',
  'Farouk',
] as const
const lastNames = [
  'Núñez',
  'Ibrahim',
  'Martin',
  'Haddad',
  "O'Brien",
  'de la Cruz',
  'Abara',
  'García-López',
  'Müller',
  'St. Clair',
  'Patel',
  'Nguyễn',
  'Johnson',
  'Łukasik',
  'Kim',
  "D'Angelo",
  'van der Berg',
  'Svensson',
  'Smith',
  'Ahmed',
  'Kowalski',
  'Tanaka',
  'Rossi',
  'McAllister',
  'Brown',
  'Okafor',
  'Jones',
  'Chen',
  'Castellanos',
  'Delgado',
  'Dubois',
  'Eisenberg',
  'Ferreira',
  'Fitzgerald',
  'Abernathy',
  'Hofmann',
  'Ivanova',
  'Lindqvist',
  'Moreau',
  'Silva',
] as const
const places = [
  { city: 'Pomona', state: 'CA', zip: '91766' },
  { city: 'Lebanon', state: 'OR', zip: '97355' },
  { city: 'Lewisburg', state: 'WV', zip: '24901' },
  { city: 'New York', state: 'NY', zip: '10003' },
  { city: 'Washington', state: 'DC', zip: '20001' },
  { city: 'Portland', state: 'OR', zip: '97201' },
  { city: 'San Juan', state: 'PR', zip: '00901' },
] as const
const streets = [
  'Maple Ln',
  'College Rd',
  'Elm St',
  '2nd Ave Apt 4B',
  'Harbor View Dr, Unit 12',
  'Mill Rd',
] as const
