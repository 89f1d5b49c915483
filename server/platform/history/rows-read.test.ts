import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildStudent } from '#server/records/students/factory.ts'
import { rowsRead } from '#server/testing/rows-read.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { listAccesses } from './accesses.ts'
import { listChangeEntries, listEntries } from './queries.ts'

let services: TestServices
let world: SchoolWorld
const page = { page: 1, per_page: 50 }
const many = 3000
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
})
afterAll(() => services.close())

/** Adds an entry for each of many subjects of a type. */
const fillHistory = async (type: string): Promise<void> => {
  await sql`
    with act as (insert into changes (at, cause, kind) values (now(), 'system', 'x') returning id)
    insert into history (change_id, at, cause, subject_type, subject_id, school_id, kind, changes)
    select act.id, now(), 'system', ${type}, n, ${world.schoolId}::bigint, 'x', '[]'
    from act, generate_series(100001, ${100000 + many}) n`.execute(services.owner)
  await sql`analyze history`.execute(services.owner)
}

it.each(['school', 'period', 'insurance_company', 'email_template', 'user'] as const)(
  'the history of a %s is read without that of others',
  async (type) => {
    await fillHistory(type)
    const subject = { type, id: 100500 }
    const read = await rowsRead(services, world.adminId, 'history', async (context) => {
      expect((await listEntries(context, { ...page, subject })).total).toBe(1)
    })
    expect(read).toBeLessThanOrEqual(10)
  },
)

it('the accesses of a student are read without those of others', async () => {
  const id = await buildStudent(services.owner, { school_id: world.schoolId })
  await sql`
    insert into access_log (at, action, request_id, outcome, school_id, student_id, subject_type, subject_id)
    select now(), 'view', 'x', 'allowed', ${world.schoolId}::bigint, ${id}::bigint + n, 'student', ${id}::bigint + n
    from generate_series(0, ${many}) n`.execute(services.owner)
  await sql`analyze access_log`.execute(services.owner)
  const read = await rowsRead(services, world.adminId, 'access_log', async (context) => {
    expect((await listAccesses(context, id, page)).total).toBe(1)
  })
  expect(read).toBeLessThanOrEqual(10)
})

/** Adds many students to a school. */
const addStudents = async ({ schoolId }: SchoolWorld): Promise<void> => {
  await sql`insert into students (school_id, sid, first_name, last_name, dob)
    select ${schoolId}::bigint, 'R' || n, 'Ann', 'Smith', '2000-01-01' from generate_series(1, ${many}) n`.execute(
    services.owner,
  )
}

it('a change is read by key, even if the planner has no statistics for a school that has just grown', async () => {
  await sql`alter table students set (autovacuum_enabled = false)`.execute(services.owner)
  await addStudents(world)
  await sql`analyze students`.execute(services.owner)
  const grown = await buildSchoolWorld(services)
  await addStudents(grown)
  const { rows } = await sql<{ id: number }>`
    with act as (insert into changes (at, cause, kind) values (now(), 'system', 'x') returning id)
    insert into history (change_id, at, cause, subject_type, subject_id, school_id, student_id, kind, changes)
    select act.id, now(), 'system', 'student', s.id, s.school_id, s.id, 'x', '[]'
    from act, students s where s.school_id = ${grown.schoolId} and s.sid like 'R%' returning change_id as id`.execute(
    services.owner,
  )
  const read = await rowsRead(services, grown.registrarId, 'students', async (context) => {
    expect(await listChangeEntries(context, rows[0]?.id ?? 0)).toHaveLength(many)
  })
  expect(read).toBeLessThanOrEqual(3 * many)
})
