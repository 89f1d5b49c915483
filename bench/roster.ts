import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

const header =
  'Student ID,Last Name,First Name,MI,Date of Birth,Gender,SSN,Address 1,City,State,ZIP,Phone,School Email,Personal Email,Program,Campus,Class Of,Academic Status'

const digits = (value: number, length: number): string => String(value).padStart(length, '0')

/** Returns a name that no student of another round has: the same person under another ID would stop the row. */
const lastNameOf = (n: number, round: number): string => `Last${'abcdefghij'.charAt(round)}${n % 997}`

/** Returns a last name unlike any other: a similar one with the same birth date would be the same person. */
export const uniqueNameOf = (n: number): string =>
  createHash('sha256')
    .update(String(n))
    .digest('hex')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))
    .slice(0, 12)

/** Returns a roster file of new students; `round` makes the files different. */
export const rosterOf = (rows: number, round: number): Buffer => {
  const lines = [header]
  for (let n = 0; n < rows; n += 1) {
    const ssn = 900_000_000 + round * 100_000 + n
    const text = String(ssn)
    lines.push(
      `B${round}-${n},${lastNameOf(n, round)},First${n % 313},A,${digits(1 + (n % 12), 2)}/${digits(1 + (n % 28), 2)}/${1996 + (n % 9)},F,${text.slice(0, 3)}-${text.slice(3, 5)}-${text.slice(5)},"${n} Elm St, Apt 4",Pomona,CA,91766,(209) 555-${digits(n % 10_000, 4)},b${round}-${n}@students.example.edu,p${n}@mail.example,Nursing (BSN),Main,2029,returning`,
    )
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}

const copy = async (client: pg.Client, sql: string, lines: Iterable<string>): Promise<void> => {
  await pipeline(Readable.from(lines), client.query(copyFrom(sql)))
}

/** The values of a student that the file would add: as many, as long and in as random an order. */
const studentOf = (n: number, round: number) => ({
  first_name: `First${n % 313}`,
  last_name: lastNameOf(n, round).replace('Last', 'Lest'),
  middle_initial: 'A',
  dob: `${1996 + (n % 9)}-${digits(1 + (n % 12), 2)}-${digits(1 + (n % 28), 2)}`,
  gender: 'female',
  sid: `F${round}-${n}`,
  address_1: `${n} Elm St, Apt 4`,
  city: 'Pomona',
  state: 'CA',
  zip: '91766',
  phone: `+1209555${digits(n % 10_000, 4)}`,
  university_email: `f${round}-${n}@students.example.edu`,
  personal_email: `p${n}@mail.example`,
})
const enrollment = {
  program: 'Nursing (BSN)',
  campus: 'Main',
  graduation_year: 2029,
  academic_status: 'returning',
  medical_status: 'not_started',
  dental_status: 'not_started',
  vision_status: 'not_started',
}

/** Returns the history of a new record with these values. */
const changesOf = (values: object): string =>
  JSON.stringify(Object.entries(values).map(([field, after]) => ({ field, before: null, after })))

const studentLine = (schoolId: number, n: number, round: number): string => {
  const index = createHash('sha256').update(`${round}:${n}`).digest('hex')
  // the first byte of an SSN that is bound to its student
  return `${schoolId}\t${Object.values(studentOf(n, round)).join('\t')}\t\\\\x00${index}${index.slice(0, 12)}\t\\\\x${index}\t1234\n`
}

const historyColumns =
  'change_id, at, cause, subject_type, subject_id, school_id, student_id, student_period_id, kind, changes'

const historyLines = (
  schoolId: number,
  round: number,
  changeId: string | undefined,
  made: readonly { readonly id: string; readonly student_id: string }[],
): string[] => {
  const start = `${changeId}\t2026-11-20T00:00:00Z\timport`
  const enrolled = changesOf(enrollment)
  return made.flatMap(({ id, student_id }, n) => [
    `${start}\tstudent\t${student_id}\t${schoolId}\t${student_id}\t\\N\tstudent_created\t${changesOf({ ...studentOf(n, round), ssn: '***-**-1234' })}\n`,
    `${start}\tstudent_period\t${id}\t${schoolId}\t${student_id}\t${id}\tstudent_period_created\t${enrolled}\n`,
  ])
}

const studentColumns = Object.keys(studentOf(0, 0)).join(', ')
const enrollmentColumns = Object.keys(enrollment).join(', ')

/**
 * Returns the milliseconds of a bare COPY of as many students, student-periods and history entries (two for each
 * row) with values of the same length, in one transaction. What the bench itself needs for that, the lines and the
 * IDs, isn’t counted.
 */
export const copyFloor = async (
  client: pg.Client,
  schoolId: number,
  periodId: number,
  rows: number,
  round: number,
): Promise<number> => {
  let taken = 0
  const timed = async (work: () => Promise<unknown>): Promise<void> => {
    const started = performance.now()
    await work()
    taken += performance.now() - started
  }
  const students = Array.from({ length: rows }, (_, n) => studentLine(schoolId, n, round))
  await timed(async () => {
    await client.query('begin')
    const columns = `school_id, ${studentColumns}, ssn_cipher, ssn_index, ssn_last_four`
    await copy(client, `copy students (${columns}) from stdin`, students)
  })
  const found = await client.query<{ id: string; sort_name: string }>(
    `select id, sort_name from students where school_id = $1 and sid like 'F${round}-%' order by id`,
    [schoolId],
  )
  const change = await client.query<{ id: string }>(
    `insert into changes (at, cause, kind) values (now(), 'import', 'x') returning id`,
  )
  const enrollments = found.rows.map(
    ({ id, sort_name }) =>
      `${schoolId}\t${periodId}\t${id}\t${sort_name.replaceAll('\t', String.raw`\t`)}\t${Object.values(enrollment).join('\t')}\n`,
  )
  await timed(() => {
    const columns = `school_id, period_id, student_id, sort_name, ${enrollmentColumns}`
    return copy(client, `copy student_periods (${columns}) from stdin`, enrollments)
  })
  const made = await client.query<{ id: string; student_id: string }>(
    'select id, student_id from student_periods where period_id = $1 and student_id = any($2) order by id',
    [periodId, found.rows.map(({ id }) => id)],
  )
  const history = historyLines(schoolId, round, change.rows[0]?.id, made.rows)
  await timed(async () => {
    await copy(client, `copy history (${historyColumns}) from stdin`, history)
    await client.query('commit')
  })
  return taken
}
