import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

const header =
  'Student ID,Last Name,First Name,MI,Date of Birth,Gender,SSN,Address 1,City,State,ZIP,Phone,School Email,Personal Email,Program,Campus,Class Of,Academic Status'

const digits = (value: number, length: number): string => String(value).padStart(length, '0')

/** Returns a roster file of new students; `round` makes the files different. */
export const rosterOf = (rows: number, round: number): Buffer => {
  const lines = [header]
  for (let n = 0; n < rows; n += 1) {
    const ssn = 900_000_000 + round * 100_000 + n
    const text = String(ssn)
    lines.push(
      `B${round}-${n},Last${n % 997},First${n % 313},A,${digits(1 + (n % 12), 2)}/${digits(1 + (n % 28), 2)}/${1996 + (n % 9)},F,${text.slice(0, 3)}-${text.slice(3, 5)}-${text.slice(5)},"${n} Elm St, Apt 4",Pomona,CA,91766,(209) 555-${digits(n % 10_000, 4)},b${round}-${n}@students.example.edu,p${n}@mail.example,Nursing (BSN),Main,2029,returning`,
    )
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}

const copy = async (client: pg.Client, sql: string, lines: Iterable<string>): Promise<void> => {
  await pipeline(Readable.from(lines), client.query(copyFrom(sql)))
}

function* studentLines(schoolId: number, rows: number, round: number): Generator<string> {
  for (let n = 0; n < rows; n += 1)
    yield `${schoolId}\tFirst${n % 313}\tLast${n % 997}\tA\t2000-01-01\tfemale\tF${round}-${n}\t${n} Elm St\tPomona\tCA\t91766\t+12095550000\tb@x.example\tp@x.example\t\\\\x${digits(round * 1_000_000 + n, 64)}\t\\\\x${digits(round * 1_000_000 + n, 64)}\t1234\n`
}

/**
 * Returns the milliseconds of a bare COPY of as many students, student-periods and history entries, in one
 * transaction.
 */
export const copyFloor = async (
  client: pg.Client,
  schoolId: number,
  periodId: number,
  rows: number,
  round: number,
): Promise<number> => {
  const started = performance.now()
  await client.query('begin')
  await copy(
    client,
    'copy students (school_id, first_name, last_name, middle_initial, dob, gender, sid, address_1, city, state, zip, phone, university_email, personal_email, ssn_cipher, ssn_index, ssn_last_four) from stdin',
    studentLines(schoolId, rows, round),
  )
  const copied = performance.now()
  const found = await client.query<{ id: string; sort_name: string }>(
    `select id, sort_name from students where school_id = $1 and sid like 'F${round}-%'`,
    [schoolId],
  )
  const change = await client.query<{ id: string }>(
    `insert into changes (at, cause, kind) values (now(), 'import', 'x') returning id`,
  )
  const lookedUp = performance.now() - copied
  const changeId = change.rows[0]?.id
  await copy(
    client,
    'copy student_periods (school_id, period_id, student_id, sort_name, program, campus, graduation_year, academic_status) from stdin',
    found.rows.map(
      ({ id, sort_name }) =>
        `${schoolId}\t${periodId}\t${id}\t${sort_name.replaceAll('\t', String.raw`\t`)}\tNursing (BSN)\tMain\t2029\treturning\n`,
    ),
  )
  await copy(
    client,
    'copy history (change_id, at, cause, subject_type, subject_id, school_id, student_id, kind, changes) from stdin',
    found.rows.map(
      ({ id }) =>
        `${changeId}\t2026-11-20T00:00:00Z\timport\tstudent\t${id}\t${schoolId}\t${id}\tstudent_created\t[{"field":"sid","before":null,"after":"${id}"}]\n`,
    ),
  )
  await client.query('commit')
  return performance.now() - started - lookedUp
}
