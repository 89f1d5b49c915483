/**
 * `npm run bench export`: exports 50,000 rows. Measures the time to the first byte of a file, and whether the server’s
 * memory grows with the number of files. A job writes the file (docs/decisions/04-reports-and-exports.md);
 * its time is listed too.
 */
import type pg from 'pg'
import { defaultStudentListColumns } from '#contract/records/student-periods/default-columns.ts'
import type { ExportFormat } from '#contract/review/exports/shapes.ts'
import { median, reportFigure } from './measure.ts'
import { growPeriod } from './world.ts'

interface Session {
  get(path: string): Promise<{ readonly text: string }>
  post(path: string, body: unknown): Promise<{ readonly text: string }>
  stream(path: string): Promise<{ readonly first: number; readonly last: number; readonly bytes: number }>
}

const rows = 50_000
const rounds = 4

/** Megabytes the server can use more at the last file than at the second; the first one warms it up. */
const maxGrowth = 32

/** Exports a file. Returns its ID and the milliseconds until it was ready. */
const write = async (
  session: Session,
  periodId: number,
  format: ExportFormat,
): Promise<{ id: number; taken: number }> => {
  const started = performance.now()
  const columns = defaultStudentListColumns.shipmate_admin
  const answer = await session.post('/api/exports', { period_id: periodId, columns, format })
  const id: number = JSON.parse(answer.text).data.export_id
  while (true) {
    const { data } = JSON.parse((await session.get(`/api/exports/${id}`)).text)
    if (data.state === 'done') return { id, taken: performance.now() - started }
    if (data.state === 'failed') throw new Error(`The export failed: ${data.message}`)
    await new Promise((next) => setTimeout(next, 20))
  }
}

const measureFormat = async (
  session: Session,
  periodId: number,
  format: ExportFormat,
  memory: () => number,
): Promise<boolean[]> => {
  const [first, peaks]: [number[], number[]] = [[], []]
  let words = ''
  for (let round = 0; round < rounds; round += 1) {
    let peak = memory()
    const watch = setInterval(() => {
      peak = Math.max(peak, memory())
    }, 10)
    const { id, taken } = await write(session, periodId, format)
    const file = await session.stream(`/api/exports/${id}/file`)
    clearInterval(watch)
    first.push(file.first)
    peaks.push(peak)
    words = `written in ${(taken / 1000).toFixed(2)} s, ${(file.bytes / 1e6).toFixed(1)} MB read in ${file.last.toFixed(0)} ms`
  }
  console.log(
    `${format}: ${words}; server memory at its height ${peaks.map((peak) => peak.toFixed(0)).join(', ')} MB`,
  )
  return [
    reportFigure(`${format} of 50,000 rows, first byte`, median(first), { unit: 'ms', most: 300 }),
    reportFigure(`${format}, memory above that of the second file`, (peaks.at(-1) ?? 0) - (peaks[1] ?? 0), {
      unit: 'MB',
      most: maxGrowth,
    }),
  ]
}

/** Measures both file formats. Returns which figures are within budget. */
export const measureExport = async (
  session: Session,
  client: pg.Client,
  place: { readonly periodId: number; readonly schoolId: number },
  memory: () => number,
): Promise<boolean[]> => {
  await growPeriod(client, place, rows)
  return [
    ...(await measureFormat(session, place.periodId, 'csv', memory)),
    ...(await measureFormat(session, place.periodId, 'xlsx', memory)),
  ]
}
