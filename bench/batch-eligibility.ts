import type pg from 'pg'
import type { signIn } from './client.ts'
import { reportFigure } from './measure.ts'
import { forms, type Place } from './reports-data.ts'
import { size } from './world.ts'

type Session = Awaited<ReturnType<typeof signIn>>

const path = '/api/reports/waiver-export-for-ability'

/** Seconds that the preview and the import of 10,000 results can take together. */
const mostSeconds = 20

/**
 * Gives the school’s first policy year waivers that can be sent, one of 20 with a form that isn’t decided. Returns the
 * policy year.
 */
const prepare = async (database: pg.Client, { schoolId }: Place): Promise<number> => {
  const { rows } = await database.query<{ id: string }>(
    'select min(id) as id from periods where school_id = $1',
    [schoolId],
  )
  const periodId = Number(rows[0]?.id)
  await database.query(
    `insert into eligibility_settings (school_id, provider, organization, npi, inquiries_per_minute)
     values ($1, 'simulator', 'Harborview University', '1234567893', 1000000) on conflict do nothing`,
    [schoolId],
  )
  await database.query(
    `update periods set starts_on = current_date - 90, ends_on = current_date + 270 where id = $1`,
    [periodId],
  )
  await database.query(
    `update student_periods sp set dental_status = 'enrolled', vision_status = 'enrolled',
       medical_status = case when place.number > $2 then 'enrolled' when place.number % 20 = 0 then 'waiver_submitted'
         when place.number % 3 = 0 then 'waived_needs_reverified' else 'waived' end,
       medical_waive_insurance_company_id = (select id from insurance_companies where name = 'Carrier 1'),
       medical_waive_member_subscriber_number = 'M' || sp.id, medical_waive_subscriber_relation = 'parent',
       medical_waive_subscriber_first_name = 'Carla', medical_waive_subscriber_last_name = 'Rossi',
       medical_waive_subscriber_dob = '1970-01-02'
     from (select id, row_number() over (order by id) as number from student_periods where period_id = $1) place
     where place.id = sp.id`,
    [periodId, size.batch],
  )
  await database.query(forms({ schoolId, periodId }))
  await database.query('vacuum analyze')
  return periodId
}

/** Returns an exported file with results: 7 of 8 plans are active. */
const withResults = (file: string): { readonly text: string; readonly rows: number } => {
  const [header, ...rows] = file.trimEnd().split('\r\n')
  const words = ['Inactive', 'Active', 'Active', 'Active', 'Active', 'Active', 'Active', 'Active']
  const lines = rows.map((row, index) => `${row},${words[index % words.length]},PPO 500,07/31/2027`)
  return { text: [`${header},Result,Plan Name,Plan End`, ...lines, ''].join('\r\n'), rows: rows.length }
}

/** Uploads results. Returns the seconds; fails unless every row is a result. */
const send = async (
  session: Session,
  { periodId, text, rows }: { readonly periodId: number; readonly text: string; readonly rows: number },
  fields: Readonly<Record<string, string>>,
): Promise<number> => {
  const started = performance.now()
  const ask = { period_id: String(periodId), ...fields }
  const answer = await session.upload(`${path}/results`, ask, Buffer.from(text))
  const seconds = (performance.now() - started) / 1000
  const { results } = JSON.parse(answer.text).data
  if (results !== rows) throw new Error(`${results} of ${rows} results were imported.`)
  return seconds
}

/** Exports the waivers of a policy year for a batch eligibility service, and imports the results. */
export const measureBatchEligibility = async (
  session: Session,
  database: pg.Client,
  place: Place,
): Promise<boolean[]> => {
  const periodId = await prepare(database, place)
  const file = await session.stream(`${path}?period_id=${periodId}`)
  const results = withResults((await session.get(`${path}?period_id=${periodId}`)).text)
  if (results.rows !== size.batch) throw new Error(`The file has ${results.rows} rows, not ${size.batch}.`)
  console.log(
    `batch eligibility: ${results.rows} rows, ${(file.bytes / 1e6).toFixed(1)} MB read in ${file.last.toFixed(0)} ms`,
  )
  const preview = await send(session, { periodId, ...results }, { dry_run: 'true' })
  const taken = await send(session, { periodId, ...results }, { expected: String(results.rows) })
  console.log(`  results previewed in ${preview.toFixed(1)} s, imported in ${taken.toFixed(1)} s`)
  return [
    reportFigure('batch eligibility file, first byte', file.first, { unit: 'ms', most: 1000 }),
    reportFigure('batch results, preview and import', preview + taken, { unit: 's', most: mostSeconds }),
  ]
}
