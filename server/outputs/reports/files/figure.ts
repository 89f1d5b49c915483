import { coverageLabels, coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import type { FileReply } from '#contract/platform/endpoint.ts'
import {
  figures,
  type FigureKey,
  type FigureQuery,
  type FigureReply,
} from '#contract/outputs/reports/figures.ts'
import type { Context } from '#server/platform/context.ts'
import { selectPeriod } from '#server/platform/db/scope.ts'
import { fileNameOf, mediaTypes, nameOfSchool, writeCsv } from '#server/review/exports/index.ts'
import { reading } from '#server/platform/db/replica.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { writeWorkbook, type SheetColumn, type SheetRow } from '#server/platform/lib/workbook.ts'
import type { ReportSheet } from './age-out.ts'
import type { ReportContext } from '../queries/age-out-report.ts'
import { readFigure } from '../queries/figures.ts'

type Series = FigureReply['series']

/** Returns the columns of a figure: what its rows are about, then a column for each series. */
const columnsOf = (figure: FigureKey, series: Series): SheetColumn[] => [
  { label: figures[figure].head, kind: figure === 'status_over_time' ? 'date' : 'text' },
  ...series.map(({ label }) => ({ label, kind: 'number' as const })),
]

/** Returns the rows of a figure with a number for each series; 0 for those that it doesn’t have. */
const rowsOf = (figure: FigureKey, { series, rows }: FigureReply, shown: Series): SheetRow[] => {
  const places = shown.map(({ key }) => series.findIndex((one) => one.key === key))
  return rows.map(({ key, label, numbers }) => [
    figure === 'status_over_time' ? key : label,
    ...places.map((place) => String(numbers[place]?.quantity ?? 0)),
  ])
}

/** Returns the numbers of a figure as a file: a row for each mark, a column for each series. @throws Problem 422 */
export const fileOfFigure = async (
  context: Context,
  query: Omit<FigureQuery, 'format'>,
  format: 'csv' | 'xlsx',
): Promise<FileReply> => {
  const period = await selectPeriod(context, query.period_id)
  const read = await reading(context, (inside) => readFigure(inside, query))
  const { title, isByCoverage } = figures[query.figure]
  const columns = columnsOf(query.figure, read.series)
  const rows = once(rowsOf(query.figure, read, read.series))
  const what = `${title.toLowerCase()}${isByCoverage ? ` ${query.coverage}` : ''}`
  return {
    name: fileNameOf(
      await nameOfSchool(context, period.school_id),
      period.name,
      dayIn(context.clock, officeTimeZone),
      format,
      what,
    ),
    stream: format === 'xlsx' ? writeWorkbook('Figures', columns, rows) : writeCsv(columns, rows),
    mediaType: mediaTypes[format],
  }
}

/**
 * Returns a figure as a sheet. One that is about a coverage type has the rows of all of them, with the coverage type in
 * front. @throws Problem 422 if the period is unknown
 */
export const figureSheet = async (
  context: ReportContext,
  periodId: number,
  figure: FigureKey,
): Promise<ReportSheet> => {
  const { title, isByCoverage } = figures[figure]
  const parts: { coverage: Coverage; read: FigureReply }[] = []
  for (const coverage of isByCoverage ? coverages : (['medical'] as const))
    parts.push({ coverage, read: await readFigure(context, { period_id: periodId, figure, coverage }) })
  const series = new Map(parts.flatMap(({ read }) => read.series).map((one) => [one.key, one]))
  const shown = [...series.values()]
  const rows = parts.flatMap(({ coverage, read }) =>
    rowsOf(figure, read, shown).map((row) => (isByCoverage ? [coverageLabels[coverage], ...row] : row)),
  )
  return {
    name: title,
    columns: [
      ...(isByCoverage ? [{ label: 'Coverage type', kind: 'text' as const }] : []),
      ...columnsOf(figure, shown),
    ],
    rows: once(rows),
    count: rows.length,
    // numbers only
    studentPeriodIds: [],
  }
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield await Promise.resolve(value)
}
