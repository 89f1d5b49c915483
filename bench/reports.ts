/**
 * `npm run bench reports`: the reports of a policy year with 20,000 of 300,000 student-periods, and the files that leave it:
 * how long they take, and whether the server’s memory grows with them. `npm run bench reports-large`: the reports of a
 * policy year that has 300,000 student-periods alone.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { figureKeys, figures, type FigureKey } from '#contract/outputs/reports/figures.ts'
import { measureBatchEligibility } from './batch-eligibility.ts'
import type { signIn } from './client.ts'
import { median, reportFigure } from './measure.ts'
import { prepareReports, type Place } from './reports-data.ts'
import { growPeriod, size } from './world.ts'

type Session = Awaited<ReturnType<typeof signIn>>

/** Milliseconds a report can take. */
const budget = 1000

/** Megabytes that the server can use more while it makes the last file than while it makes the second. */
const maxGrowth = 32

const reportsOf = (id: number): Readonly<Record<string, string>> => ({
  'age-out report, a page': `/api/reports/age-out?period_id=${id}`,
  'age-out report, counts': `/api/reports/age-out/counts?period_id=${id}`,
  'bursar file, what changed': `/api/periods/${id}/bursar-preview`,
  'carrier file, overview': `/api/periods/${id}/carrier-files`,
  'payer health': '/api/eligibility-reports/payer-health',
})

/** Returns the milliseconds of each of several calls, and the last answer. */
const timeCalls = async (
  session: Session,
  path: string,
  rounds: number,
): Promise<readonly [number[], string]> => {
  const taken: number[] = []
  let text = ''
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now()
    text = (await session.get(path)).text
    taken.push(performance.now() - started)
  }
  return [taken, text]
}

const timeReports = async (session: Session, periodId: number, rounds: number): Promise<boolean[]> => {
  const results: boolean[] = []
  for (const [name, path] of Object.entries(reportsOf(periodId))) {
    const [taken] = await timeCalls(session, path, rounds)
    results.push(reportFigure(name, median(taken), { unit: 'ms', most: budget }))
  }
  return results
}

/** Returns the calls of a figure: one for each coverage type, if it’s about one. */
const callsOf = (figure: FigureKey, periodId: number): string[] =>
  (figures[figure].isByCoverage ? coverages : coverages.slice(0, 1)).map(
    (coverage) => `/api/reports/figures?period_id=${periodId}&figure=${figure}&coverage=${coverage}`,
  )

/** Times each figure, and reports its slowest coverage type. Each has to count something. */
const timeFigures = async (session: Session, periodId: number, rounds: number): Promise<boolean[]> => {
  const results: boolean[] = []
  for (const figure of figureKeys) {
    const medians: number[] = []
    for (const path of callsOf(figure, periodId)) {
      const [taken, text] = await timeCalls(session, path, rounds)
      const rows: { numbers: { quantity: number }[] }[] = JSON.parse(text).data.rows
      if (!rows.some(({ numbers }) => numbers.some(({ quantity }) => quantity > 0)))
        throw new Error(`The figure counts nothing: ${path}`)
      medians.push(median(taken))
    }
    results.push(reportFigure(figures[figure].title, Math.max(...medians), { unit: 'ms', most: budget }))
  }
  return results
}

/** Reads every figure as both kinds of files. Reports the slowest first byte. */
const timeFigureFiles = async (session: Session, periodId: number): Promise<boolean[]> => {
  const results: boolean[] = []
  for (const format of ['csv', 'xlsx'] as const) {
    const first: number[] = []
    for (const figure of figureKeys)
      for (const path of callsOf(figure, periodId))
        first.push((await session.stream(`${path}&format=${format}`)).first)
    results.push(
      reportFigure(`figures as ${format}, slowest first byte`, Math.max(...first), {
        unit: 'ms',
        most: budget,
      }),
    )
  }
  return results
}

/** Runs something and watches the server’s memory. Returns its height in megabytes. */
const heightOf = async (memory: () => number, run: () => Promise<unknown>): Promise<number> => {
  let height = memory()
  const watch = setInterval(() => {
    height = Math.max(height, memory())
  }, 20)
  await run()
  clearInterval(watch)
  return height
}

/** Files that are made until the server’s heap has its size. */
const warm = 8

/** Reports how much more memory the last of several files took than the first one after the heap had its size. */
const reportMemory = (name: string, heights: readonly number[]): boolean => {
  console.log(`${name}: server memory at its height ${heights.map((one) => one.toFixed(0)).join(', ')} MB`)
  const growth = (heights.at(-1) ?? 0) - (heights[warm - 1] ?? 0)
  return reportFigure(`${name}, memory after ${warm} files`, growth, { unit: 'MB', most: maxGrowth })
}

/** Reads the age-out report as a file several times. */
const measureAgeOutFile = async (
  session: Session,
  periodId: number,
  format: 'csv' | 'xlsx',
  memory: () => number,
): Promise<boolean[]> => {
  const name = `age-out report as ${format}`
  const heights: number[] = []
  const first: number[] = []
  let words = ''
  for (let round = 0; round < warm + 4; round += 1) {
    const height = await heightOf(memory, async () => {
      const file = await session.stream(`/api/reports/age-out?period_id=${periodId}&format=${format}`)
      first.push(file.first)
      words = `${(file.bytes / 1e6).toFixed(1)} MB read in ${file.last.toFixed(0)} ms`
    })
    heights.push(height)
  }
  console.log(`${name}: ${words}`)
  return [
    reportFigure(`${name}, first byte`, median(first), { unit: 'ms', most: budget }),
    reportMemory(name, heights),
  ]
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
  const heights: number[] = []
  for (let round = 0; round < warm + 4; round += 1) {
    let words = ''
    const height = await heightOf(memory, async () => {
      const [seconds, students] = await prepareCarrierFile(session, periodId)
      words = `${students} students in ${seconds.toFixed(1)} s`
    })
    heights.push(height)
    if (round === warm + 3) console.log(`carrier file: ${words}`)
  }
  return reportMemory('carrier file', heights)
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

/** Measures every report and file of a policy year. Returns which figures are within budget. */
export const measureReports = async (
  session: Session,
  database: pg.Client,
  place: Place,
  memory: () => number,
): Promise<boolean[]> => {
  await prepareReports(database, place)
  const rounds = Math.ceil(10 * size.share)
  return [
    ...(await timeReports(session, place.periodId, rounds)),
    ...(await timeFigures(session, place.periodId, rounds)),
    ...(await timeFigureFiles(session, place.periodId)),
    ...(await measureAgeOutFile(session, place.periodId, 'csv', memory)),
    ...(await measureAgeOutFile(session, place.periodId, 'xlsx', memory)),
    await measureCarrierFile(session, place.periodId, memory),
    await measureBursarFile(session, place.periodId),
    ...(await measureBatchEligibility(session, database, place)),
  ]
}

/** Measures the reports of a policy year with 300,000 student-periods, at another school than the other parts. */
export const measureLargeYear = async (
  session: Session,
  database: pg.Client,
  { schoolId }: Place,
  memory: () => number,
): Promise<boolean[]> => {
  const { rows } = await database.query<{ school_id: string; id: string }>(
    `select school_id, id from periods where school_id <> $1 and name <> 'empty' order by id desc limit 1`,
    [schoolId],
  )
  const [row] = rows
  if (!row) throw new Error('There is no other school.')
  const place = { schoolId: Number(row.school_id), periodId: Number(row.id) }
  await growPeriod(database, place, size.largeYear)
  await prepareReports(database, place)
  console.log(`a policy year with ${size.largeYear.toLocaleString()} student-periods:`)
  return [
    ...(await timeReports(session, place.periodId, 5)),
    ...(await timeFigures(session, place.periodId, 3)),
    ...(await timeFigureFiles(session, place.periodId)),
    ...(await measureAgeOutFile(session, place.periodId, 'csv', memory)),
  ]
}
