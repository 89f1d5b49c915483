import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Context } from '#server/platform/context.ts'
import { rowsRead } from '#server/testing/rows-read.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { isStale } from '../commands/apply-plan.ts'
import { findStored } from './matches.ts'
import { getImportRecord } from './runs.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const many = 2000
const asked = 200

/** Creates a school whose students were all added after the planner last collected statistics. */
const growSinceAnalysed = async (): Promise<void> => {
  const before = await buildSchoolWorld(services)
  world = await buildSchoolWorld(services)
  await sql`alter table students set (autovacuum_enabled = false)`.execute(services.owner)
  await sql`alter table student_periods set (autovacuum_enabled = false)`.execute(services.owner)
  await fill(before)
  await sql`analyze students, student_periods`.execute(services.owner)
  await fill(world)
}

const fill = async ({ schoolId, periodId }: SchoolWorld): Promise<void> => {
  await sql`
    with made as (
      insert into students (school_id, sid, first_name, last_name, dob, ssn_cipher, ssn_index, ssn_last_four)
      select ${schoolId}::bigint, 'T' || n, 'Ann', 'Smith ' || n, '2000-01-01', sha256('c'), sha256((${schoolId}::bigint || '-' || n)::bytea), '1234'
      from generate_series(1, ${many}) n
      returning id
    )
    insert into student_periods (school_id, period_id, student_id) select ${schoolId}::bigint, ${periodId}::bigint, id
    from made`.execute(services.owner)
}

const rowsLookedAt = (table: string, work: (context: Context) => Promise<unknown>): Promise<number> =>
  rowsRead(services, world.registrarId, table, work)

it('rows are matched by key, even if the planner has no statistics for a period that has just grown', async () => {
  await growSinceAnalysed()
  const target = { school_id: world.schoolId, period_id: world.periodId }
  const sids = Array.from({ length: asked }, (_, n) => `T${n + 1}`)
  const match = (context: Context) => findStored(context, target, sids)
  expect(await rowsLookedAt('student_periods', match)).toBeLessThanOrEqual(2 * asked)
  expect(await rowsLookedAt('students', match)).toBeLessThanOrEqual(2 * asked)
})

it('the plan is compared with saved data by key too', async () => {
  await growSinceAnalysed()
  const { id } = await services.owner
    .insertInto('imports')
    .values({
      kind: 'csv',
      school_id: world.schoolId,
      period_id: world.periodId,
      author_id: world.registrarId,
      period_version: 1,
      created_at: '2026-11-20T15:00:00Z',
      updated_at: '2026-11-20T15:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into import_rows (import_id, school_id, row_number, outcome, sid, student_id, student_version, ssn_index)
    select ${id}::bigint, school_id, row_number() over (order by id), 'added', sid, id, version, ssn_index
    from students where school_id = ${world.schoolId} order by id limit ${asked}`.execute(services.owner)
  await sql`update student_periods set deleted_at = now() where school_id = ${world.schoolId}
    and student_id in (select student_id from import_rows where import_id = ${id})`.execute(services.owner)
  const check = async (context: Context) => {
    expect(await isStale(context, await getImportRecord(context, id))).toBe(false)
  }
  expect(await rowsLookedAt('student_periods', check)).toBeLessThanOrEqual(2 * asked)
  expect(await rowsLookedAt('students', check)).toBeLessThanOrEqual(4 * asked)
})
