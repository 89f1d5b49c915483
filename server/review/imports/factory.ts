import { createRandom, type Random } from '#server/testing/random.ts'

const header = [
  'Student ID',
  'Last Name',
  'First Name',
  'MI',
  'Date of Birth',
  'Gender',
  'SSN',
  'Address 1',
  'City',
  'State',
  'ZIP',
  'Phone',
  'School Email',
  'Program',
  'Campus',
  'Class Of',
  'Academic Status',
] as const
export type RosterColumn = (typeof header)[number]
export type RosterRow = Record<RosterColumn, string>

const lastNames = [
  'Núñez',
  'Ibrahim',
  "O'Brien",
  'García-López',
  'Müller',
  'Smith',
  'Okafor',
  'Tanaka',
  'Zoë',
] as const
const firstNames = ['Liam', 'Takumi', 'Mateo', 'Amara', 'Chloé', 'Priya', 'Noah', 'Ivy', 'Björn'] as const
const streets = ['2nd Ave Apt 4B', 'Maple Ln', 'Harbor View Dr, Unit 12', 'College Rd', 'Elm St'] as const
const statuses = ['incoming', 'returning', 'continuing', 'part_time'] as const
const digits = (value: number, length: number): string => String(value).padStart(length, '0')

const buildRow = (random: Random, number: number): RosterRow => ({
  'Student ID': `T${100_000 + number}`,
  'Last Name': random.pick(lastNames),
  'First Name': random.pick(firstNames),
  MI: random.pick(['', 'A', 'J']),
  'Date of Birth': `${digits(random.between(1, 12), 2)}/${digits(random.between(1, 28), 2)}/${random.between(1996, 2005)}`,
  Gender: random.pick(['F', 'M', 'X', 'Female', 'male']),
  SSN: `9${digits(number, 8)}`.replace(/^(\d{3})(\d{2})(\d{4})$/, '$1-$2-$3'),
  'Address 1': `${random.between(1, 9999)} ${random.pick(streets)}`,
  City: random.pick(['Pomona', 'Lebanon', 'New York']),
  State: random.pick(['CA', 'OR', 'New York']),
  ZIP: random.pick(['91766', '97355', '10003-1234']),
  Phone: `(209) 555-${digits(number % 10_000, 4)}`,
  'School Email': `t${number}@students.example.edu`,
  Program: random.pick(['Pharmacy', 'Nursing (BSN)', 'Physical Therapy']),
  Campus: random.pick(['Main', 'North']),
  'Class Of': String(random.between(2027, 2030)),
  'Academic Status': random.pick(statuses),
})

/** Returns realistic roster rows, the same every time; `from` makes the students of two rosters different. */
export const buildRoster = (rows: number, from = 1): RosterRow[] => {
  const random = createRandom(from)
  return Array.from({ length: rows }, (_, index) => buildRow(random, from + index))
}

/** Returns rows as the text of a CSV file. */
export const rosterText = (rows: readonly RosterRow[], delimiter = ',', lineEnd = '\r\n'): string => {
  const records = [header, ...rows.map((row) => header.map((name) => row[name]))]
  const cell = (text: string): string =>
    text.includes(delimiter) || text.includes('"') || text.includes('\n')
      ? `"${text.replaceAll('"', '""')}"`
      : text
  return records.map((record) => `${record.map(cell).join(delimiter)}${lineEnd}`).join('')
}
