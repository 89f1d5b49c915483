import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildSchoolWorld, type SchoolWorld } from '../testing/school-world.ts'
import { startTestHouse, type TestHouse } from '../testing/test-house.ts'
import { ofRows } from './announce.ts'

let house: TestHouse
let world: SchoolWorld
beforeAll(async () => {
  house = await startTestHouse()
  world = await buildSchoolWorld(house)
})
afterAll(() => house.close())

it('a change is announced without reading the student-periods of everybody', async () => {
  await sql`with made as (
      insert into students (school_id, first_name, last_name, dob, sid)
      select ${world.schoolId}, 'Ana', 'Kim', '2000-01-01', 'A' || n from generate_series(1, 20000) n returning id
    ) insert into student_periods (school_id, period_id, student_id, sort_name)
    select ${world.schoolId}, ${world.periodId}, id, 'Kim' from made`.execute(house.owner)
  await sql`analyze`.execute(house.owner)
  const { rows } = await sql
    .raw<Record<string, string>>(`explain ${ofRows.replaceAll('$1', '1')}`)
    .execute(house.owner)
  const plan = rows.map((row) => Object.values(row).join('')).join('\n')
  expect(plan).toContain('student_periods')
  expect(plan).not.toContain('Seq Scan on student_periods')
})
