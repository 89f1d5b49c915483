/**
 * `npm run bench reports`: the reports of a policy year with 20,000 of 300,000 student-periods, and the files that leave it:
 * how long they take, and whether the server’s memory grows with them.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { carrierFile } from '#contract/carrier-files/settings.ts'
import { exampleSettings } from '#server/carrier-files/factory.ts'
import type { signIn } from './client.ts'
import { median, reportFigure } from './measure.ts'
import { size } from './world.ts'

type Session = Awaited<ReturnType<typeof signIn>>
interface Place {
  readonly schoolId: number
  readonly periodId: number
}

const rounds = Math.ceil(10 * size.share)

/** Milliseconds a report can take. */
const budget = 1000

/** Megabytes that the server can use more while it makes the last file than while it makes the second. */
const maxGrowth = 32

/** Completes the records of the period: addresses, coverage and other insurance. */
const prepare = async (database: pg.Client, { schoolId, periodId }: Place): Promise<void> => {
  await database.query(
    `update periods set starts_on = current_date - 90, ends_on = current_date + 270 where id = $1`,
    [periodId],
  )
  await database.query(
    `update student_periods set medical_enroll_coverage_start_on = current_date - 90,
       dental_enroll_coverage_start_on = current_date - 90, vision_enroll_coverage_start_on = current_date - 90,
       medical_waive_source_of_coverage = 'parent_employer_group', medical_waive_subscriber_relation = 'parent'
     where period_id = $1`,
    [periodId],
  )
  await database.query(`update students set address_1 = '12 Harbor Street' where school_id = $1`, [schoolId])
  await database.query(
    `insert into period_documents (school_id, period_id, kind, content, updated_at) values ($1, $2, $3, $4, now())`,
    [schoolId, periodId, carrierFile.kind, JSON.stringify({ ...exampleSettings, ssns: 'never' })],
  )
  await database.query('vacuum analyze')
}

const reportsOf = (id: number): Readonly<Record<string, string>> => ({
  'age-out report, a page': `/api/reports/age-out?period_id=${id}`,
  'age-out report, counts': `/api/reports/age-out/counts?period_id=${id}`,
  'bursar file, what changed': `/api/periods/${id}/bursar-preview`,
  'carrier file, overview': `/api/periods/${id}/carrier-files`,
  'payer health': '/api/eligibility-reports/payer-health',
})

const timeReport = async (session: Session, [name, path]: readonly [string, string]): Promise<boolean> => {
  const taken: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now()
    await session.get(path)
    taken.push(performance.now() - started)
  }
  return reportFigure(name, median(taken), { unit: 'ms', most: budget })
}

/** Prepares a full carrier file. Returns its seconds, and how many students it has. */
const prepareCarrierFile = async (session: Session, periodId: number): Promise<readonly [number, number]> => {
  const started = performance.now()
  const ask = { kind: 'full', is_test: true }
  const { text } = await session.post(`/api/periods/${periodId}/carrier-files`, ask)
  const { id } = JSON.parse(text).data
  for (;;) {
    const { data } = JSON.parse((await session.get(`/api/carrier-files/${id}`)).text)
    if (data.state === 'ready') return [(performance.now() - started) / 1000, data.subscribers]
    if (data.state === 'failed') throw new Error(`The carrier file failed: ${data.message}`)
    await wait(100)
  }
}

/** Makes the same file several times, and watches the server’s memory. */
const measureCarrierFile = async (
  session: Session,
  periodId: number,
  memory: () => number,
): Promise<boolean> => {
  const peaks: number[] = []
  let words = ''
  for (let round = 0; round < 4; round += 1) {
    let peak = memory()
    const watch = setInterval(() => {
      peak = Math.max(peak, memory())
    }, 20)
    const [seconds, students] = await prepareCarrierFile(session, periodId)
    clearInterval(watch)
    peaks.push(peak)
    words = `${students} students in ${seconds.toFixed(1)} s`
  }
  console.log(
    `carrier file: ${words}; server memory at its height ${peaks.map((peak) => peak.toFixed(0)).join(', ')} MB`,
  )
  const growth = (peaks.at(-1) ?? 0) - (peaks[1] ?? 0)
  return reportFigure('carrier file, memory above that of the second', growth, {
    unit: 'MB',
    most: maxGrowth,
  })
}

/** Makes a bursar batch and reads its file. */
const measureBursarFile = async (session: Session, periodId: number): Promise<boolean> => {
  const started = performance.now()
  const { text } = await session.post(`/api/periods/${periodId}/bursar-batches`, {})
  const made = performance.now() - started
  const { id } = JSON.parse(text).data
  await session.post(`/api/bursar-batches/${id}/release`, {})
  const file = await session.stream(`/api/bursar-batches/${id}/file?format=csv`)
  console.log(
    `bursar batch: made in ${(made / 1000).toFixed(1)} s, ${(file.bytes / 1e6).toFixed(1)} MB read in ${file.last.toFixed(0)} ms`,
  )
  return reportFigure('bursar file, first byte', file.first, { unit: 'ms', most: budget })
}

/** Measures every report and file of the period. Returns which figures are within budget. */
export const measureReports = async (
  session: Session,
  database: pg.Client,
  place: Place,
  memory: () => number,
): Promise<boolean[]> => {
  await prepare(database, place)
  const results: boolean[] = []
  for (const report of Object.entries(reportsOf(place.periodId)))
    results.push(await timeReport(session, report))
  results.push(await measureCarrierFile(session, place.periodId, memory))
  results.push(await measureBursarFile(session, place.periodId))
  return results
}
