import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { announceChanges } from './announce.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
})
afterAll(() => services.close())

it('a change is announced without reading all student-periods', async () => {
  await sql`with made as (
      insert into students (school_id, first_name, last_name, dob, sid)
      select ${world.schoolId}, 'Ana', 'Kim', '2000-01-01', 'A' || n from generate_series(1, 5000) n returning id
    ) insert into student_periods (school_id, period_id, student_id, sort_name)
    select ${world.schoolId}, ${world.periodId}, id, 'Kim' from made`.execute(services.owner)
  await sql`analyze`.execute(services.owner)
  const { rows } = await sql
    .raw<Record<string, string>>(`explain ${announceChanges.replaceAll('$1', `'{1}'`).replaceAll('$2', '1')}`)
    .execute(services.owner)
  const plan = rows.map((row) => Object.values(row).join('')).join('\n')
  expect(plan).toContain('student_periods')
  expect(plan).not.toContain('Seq Scan on student_periods')
})
