/**
 * `npm run bench columns`: sorts, filters and lists the values of every column of the student list, in a period
 * of 20,000 with all columns filled, and counts all views. None may take three times as long as the median
 * column.
 */
import type pg from 'pg'
import {
  studentListColumns,
  valueColumns,
  type StudentListColumn,
} from '#contract/platform/record/columns.ts'
import { studentFields } from '#contract/platform/record/student-fields.ts'
import { studentPeriodFields } from '#contract/platform/record/student-period-fields.ts'
import type { ColumnKind } from '#contract/platform/table-filters.ts'
import { median, type Timed } from './measure.ts'

interface Place {
  readonly periodId: number
  readonly schoolId: number
}
interface Asking {
  get(path: string): Promise<unknown>
}

const names = Object.keys(studentListColumns) as StudentListColumn[]

/** Returns a value of each kind that differs from row to row; one in seven is empty. */
const filling: Record<ColumnKind, string> = {
  text: `'Value ' || (n % 977) || ' of a column'`,
  number: `2000 + n % 30`,
  money: `(n % 5000) + 0.5`,
  date: `date '2026-01-01' + (n % 700)`,
  instant: `timestamptz '2026-01-01' + n * interval '1 minute'`,
  choice: 'null',
  boolean: `n % 3 = 0`,
}

const fixed: Record<string, string> = {
  phone: `'+1' || (2010000000 + n::bigint * 390000001 % 7890000000)`,
  npi_number: `(1000000000 + n::bigint * 34665299 % 900000000)::text`,
  country: `(array['US','CA','DE'])[1 + n % 3]`,
}

const fillingOf = (name: string): string => {
  if (name.endsWith('_waive_insurance_company_id'))
    return `(select min(id) from insurance_companies) + n % 300`
  const column = studentListColumns[name as StudentListColumn]
  if (fixed[name] !== undefined) return fixed[name]
  if (!('choices' in column)) return filling[column.kind]
  const list = column.choices.map((choice) => `'${choice}'`).join(',')
  return `(array[${list}])[1 + n % ${column.choices.length}]`
}

const unmodifiedColumns =
  /^(first_name|last_name|middle_initial|sid|dob|status|ssn|planned_.*|.*_waive_insurance_company)$/

const assignments = (fields: readonly string[]): string =>
  fields
    .filter((name) => !unmodifiedColumns.test(name))
    .map(
      (name) =>
        `${name} = ${name.endsWith('_status') ? fillingOf(name) : `case when n % 7 > 0 then ${fillingOf(name)} end`}`,
    )
    .join(', ')

/** Fills every column of the measured period. */
const fill = async (client: pg.Client, { periodId }: Place): Promise<void> => {
  await client.query(
    `insert into insurance_companies (name) select 'Company ' || n from generate_series(1, 300) n`,
  )
  await client.query(
    `update student_periods sp set ${assignments(Object.keys(studentPeriodFields))}
     from (select id, (row_number() over (order by id))::int as n from student_periods where period_id = $1) rows
     where sp.id = rows.id`,
    [periodId],
  )
  await client.query(
    `update students s set ${assignments(Object.keys(studentFields))}
     from (select student_id, (row_number() over (order by id))::int as n from student_periods where period_id = $1) rows
     where s.id = rows.student_id`,
    [periodId],
  )
  await client.query('vacuum analyze')
}

/** Returns the shortest of several times, because other programs only add time. */
const leastOf = async (run: Timed, times = 9): Promise<number> => {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < times; round += 1) {
    const start = performance.now()
    await run()
    least = Math.min(least, performance.now() - start)
  }
  return least
}

const ruleOf = (kind: ColumnKind): object => {
  if (kind === 'text') return { match_mode: 'contains', value: '7' }
  if (kind === 'boolean') return { match_mode: 'equals', value: true }
  if (kind === 'choice') return { match_mode: 'contains', value: 'e' }
  return { match_mode: 'gte', value: kind === 'date' || kind === 'instant' ? '2026-06-01' : 5 }
}

/** Returns a line for one kind of query: the median of all columns, and the slowest ones. */
const reportColumns = (what: string, taken: ReadonlyMap<string, number>): boolean => {
  const middle = median([...taken.values()])
  const slowest = [...taken].sort(([, one], [, other]) => other - one).slice(0, 6)
  const words = slowest.map(([name, time]) => `${name} ${time.toFixed(1)} (${(time / middle).toFixed(2)})`)
  const worst = (slowest[0]?.[1] ?? 0) / middle
  const verdict = worst <= 3 ? 'within' : 'OVER'
  console.log(
    `${what.padEnd(18)} ${taken.size} columns   median ${middle.toFixed(1)} ms   slowest ${worst.toFixed(2)} × median   budget 3.0  ${verdict}\n    ${words.join(', ')}`,
  )
  return worst <= 3
}

/** Measures every column with each kind of query. Returns whether all are within budget. */
export const measureColumns = async (session: Asking, client: pg.Client, place: Place): Promise<boolean> => {
  await fill(client, place)
  const list = `/api/student-periods-by-period/${place.periodId}`
  const measure = async (
    what: string,
    columns: readonly StudentListColumn[],
    pathOf: (name: StudentListColumn) => string,
  ): Promise<boolean> => {
    const taken = new Map<string, number>()
    for (const name of columns)
      taken.set(name, await leastOf(async () => void (await session.get(pathOf(name)))))
    return reportColumns(what, taken)
  }
  const filtered = (name: StudentListColumn): string => {
    const constraints = [ruleOf(studentListColumns[name].kind)]
    return encodeURIComponent(JSON.stringify({ [name]: { operator: 'and', constraints } }))
  }
  const results = [
    await measure('sorted', names, (name) => `${list}?columns=sid,${name}&sort=-${name}`),
    await measure('filtered', names, (name) => `${list}?columns=sid,${name}&filters=${filtered(name)}`),
    await measure('values', valueColumns, (name) => `${list}/values?field=${name}`),
  ]
  const counts = await leastOf(
    async () => void (await session.get(`/api/views/counts?period_id=${place.periodId}`)),
  )
  console.log(`built-in views     counted in ${counts.toFixed(1)} ms`)
  return results.every(Boolean)
}
