import type { FileReply } from '#contract/endpoint.ts'
import { figures, type FigureQuery } from '#contract/reports/figures.ts'
import type { Context } from '../context.ts'
import { selectPeriod } from '../db/scope.ts'
import { fileNameOf, mediaTypes, nameOfSchool, writeCsv } from '../exports/index.ts'
import { dayIn, officeTimeZone } from '../lib/clock.ts'
import { writeWorkbook, type SheetColumn, type SheetRow } from '../lib/workbook.ts'
import { readFigure } from './figures.ts'

/** Returns the numbers of a figure as a file: a row for each mark, a column for each series. @throws Problem 422 */
export const fileOfFigure = async (
  context: Context,
  query: Omit<FigureQuery, 'format'>,
  format: 'csv' | 'xlsx',
): Promise<FileReply> => {
  const period = await selectPeriod(context, query.period_id)
  const { series, rows } = await readFigure(context, query)
  const { title, head, isByCoverage } = figures[query.figure]
  const columns: readonly SheetColumn[] = [
    { label: head, kind: query.figure === 'status_over_time' ? 'date' : 'text' },
    ...series.map(({ label }) => ({ label, kind: 'number' as const })),
  ]
  const cells = rows.map(({ key, label, numbers }): SheetRow => [
    query.figure === 'status_over_time' ? key : label,
    ...numbers.map(({ quantity }) => String(quantity)),
  ])
  const what = `${title.toLowerCase()}${isByCoverage ? ` ${query.coverage}` : ''}`
  return {
    name: fileNameOf(
      await nameOfSchool(context, period.school_id),
      period.name,
      dayIn(context.clock, officeTimeZone),
      format,
      what,
    ),
    stream:
      format === 'xlsx' ? writeWorkbook('Figures', columns, once(cells)) : writeCsv(columns, once(cells)),
    mediaType: mediaTypes[format],
  }
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield await Promise.resolve(value)
}
