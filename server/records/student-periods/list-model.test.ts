import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { valueColumns } from '#contract/platform/record/columns.ts'
import type { Constraint } from '#contract/platform/table-filters.ts'
import { modelList, type ModelDays, type ModelQuery, type ModelRow } from '#server/testing/list-model.ts'
import { companyNames, madeRows, modelColumns, modelQueries } from '#server/testing/list-worlds.ts'
import { storeRows, type ListPlaceIds } from '#server/testing/list-rows.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, testDay, type TestServices } from '#server/testing/test-services.ts'

/** LIST_RUNS and LIST_SEED extend the search. */
const numRuns = Number(process.env['LIST_RUNS'] ?? 40)
const seed = Number(process.env['LIST_SEED'] ?? 20_261_120)

let services: TestServices
let world: SchoolWorld
let companies: number[]
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
  const made = await services.owner
    .insertInto('insurance_companies')
    .values(companyNames.map((name) => ({ name })))
    .returning('id')
    .execute()
  companies = made.map(({ id }) => id)
})
afterAll(() => services.close())

/** Empties the test school’s period. */
const place = async (waiver_deadline_on: string | null): Promise<ListPlaceIds> => {
  await sql`delete from dependents`.execute(services.owner)
  await sql`delete from student_periods`.execute(services.owner)
  await sql`delete from students`.execute(services.owner)
  const period_id = await buildPeriod(services.owner, { school_id: world.schoolId, waiver_deadline_on })
  return { school_id: world.schoolId, period_id, companies, today: testDay, waiver_deadline_on }
}

const deadline = fc.constantFrom('2026-09-15', null)

/** The dates of the relative days in these tests (`testDay`), in the period from `buildPeriod`. */
const daysOfTests: Omit<ModelDays, 'waiver_deadline'> = {
  today: '2026-11-20',
  month_start: '2026-11-01',
  month_end: '2026-11-30',
  year_start: '2026-01-01',
  period_start: '2026-08-01',
  period_end: '2027-07-31',
}

const valueColumn = fc.constantFrom(...valueColumns)
type Value = string | number | boolean | null

const asked = (query: ModelQuery) => ({
  filters: JSON.stringify(query.filters),
  where: JSON.stringify(query.where),
  search: query.search,
})

const read = async (periodId: number, query: ModelQuery, page: number, perPage: number) => {
  const parameters = new URLSearchParams({
    ...asked(query),
    sort: query.sort.map(({ field, descending }) => (descending ? `-${field}` : field)).join(','),
    page: String(page),
    per_page: String(perPage),
  })
  const answer = await world.admin.get(`/api/student-periods-by-period/${periodId}?${parameters}`)
  expect([answer.status, answer.body.errors]).toEqual([200, undefined])
  return answer.body
}

const pick = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(modelColumns.map((name) => [name, row[name]]))

/** Returns all pages of a query, one after the other. */
const readAll = async (periodId: number, query: ModelQuery & { per_page: number }) => {
  const rows: ModelRow[] = []
  for (let page = 1; ; page += 1) {
    const { data, meta } = await read(periodId, query, page, query.per_page)
    expect(data.length).toBeLessThanOrEqual(query.per_page)
    rows.push(...data)
    if (page >= meta.last_page) return { rows, total: meta.total }
  }
}

/** Returns what a filter on one value of a column finds, in addition to the other filters of a query. */
const foundBy = (
  rows: readonly ModelRow[],
  query: ModelQuery,
  days: ModelDays,
  field: string,
  value: Value,
) => {
  const rule: Constraint = value === null ? { match_mode: 'isEmpty' } : { match_mode: 'equals', value }
  const filters = { ...query.filters, [field]: { operator: 'and' as const, constraints: [rule] } }
  return modelList(rows, { ...query, filters }, days)
}

describe('the values of a column', () => {
  it('are the values that filters find, as often as they find them', async () => {
    await fc.assert(
      fc.asyncProperty(madeRows, modelQueries, valueColumn, async (made, queries, field) => {
        const here = await place('2026-09-15')
        const days = { ...daysOfTests, waiver_deadline: '2026-09-15' }
        const stored = await storeRows(services.owner, made, here)
        for (const query of queries) {
          const parameters = new URLSearchParams({ ...asked(query), field })
          const path = `/api/student-periods-by-period/${here.period_id}/values?${parameters}`
          const { data, meta } = (await world.admin.get(path)).body
          const found = data.map(({ value }: { value: Value }) => foundBy(stored, query, days, field, value))
          expect(data.map(({ quantity }: { quantity: number }) => quantity)).toEqual(
            found.map((rows: ModelRow[]) => rows.length),
          )
          const seen = new Set(found.flat().map(({ id }: ModelRow) => id))
          const every = [
            ...foundBy(stored, query, days, field, null),
            ...notEmpty(stored, query, days, field),
          ]
          expect([...seen].sort()).toEqual(every.map(({ id }) => id).sort())
          expect(meta).toEqual({ more: false })
        }
      }),
      { numRuns, seed, endOnFailure: true },
    )
  }, 120_000)
})

const notEmpty = (rows: readonly ModelRow[], query: ModelQuery, days: ModelDays, field: string) => {
  const filters = {
    ...query.filters,
    [field]: { operator: 'and' as const, constraints: [{ match_mode: 'isNotEmpty' as const }] },
  }
  return modelList(rows, { ...query, filters }, days)
}

describe('the student list', () => {
  it('matches a plain model of the list for any data and any request', async () => {
    await fc.assert(
      fc.asyncProperty(deadline, madeRows, modelQueries, async (waiverDeadline, made, queries) => {
        const here = await place(waiverDeadline)
        const days = { ...daysOfTests, waiver_deadline: waiverDeadline }
        const stored = await storeRows(services.owner, made, here)
        for (const query of queries) {
          const expected = modelList(stored, query, days)
          const { rows, total } = await readAll(here.period_id, query)
          expect({ query, ids: rows.map(({ id }) => id) }).toEqual({
            query,
            ids: expected.map(({ id }) => id),
          })
          expect(total).toBe(expected.length)
          expect(rows.map(pick)).toEqual(expected.map(pick))
        }
      }),
      // shrinking all the data takes minutes; the failing query is in the message
      { numRuns, seed, endOnFailure: true },
    )
  }, 600_000)
})
