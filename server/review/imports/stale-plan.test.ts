import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { holdLock } from '#server/testing/hold-lock.ts'
import { importing, type Importing } from '#server/testing/import-file.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildRoster, rosterText, type RosterRow } from './factory.ts'

let services: TestServices
let world: SchoolWorld
let imports: Importing
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  imports = importing(services, world)
})

const roster = (values: Partial<RosterRow> = {}): string =>
  rosterText(buildRoster(3).map((row) => ({ ...row, ...values })))
const apply = (id: number) => world.registrar.post(`/api/imports/${id}/apply`)

/**
 * Changes data while the plan is being saved: starts before the plan is checked and commits after, with another
 * step in between if there’s `more`.
 */
const meanwhile = async (statement: string, work: () => Promise<unknown>, more?: string): Promise<void> => {
  const held = await holdLock(services, statement, [world.schoolId])
  const working = work()
  await held.waitedFor()
  if (more !== undefined) await held.query(more, [world.schoolId])
  await held.commit()
  await working
}

describe('an outdated plan', () => {
  it.each([
    [
      'student',
      `update students set city = 'Keizer', version = version + 1 where school_id = $1 and sid = 'T100002'`,
      { City: 'Salem' },
    ],
    [
      'student-period',
      `update student_periods set campus = 'Keizer', version = version + 1 where school_id = $1
       and student_id = (select id from students where school_id = $1 and sid = 'T100002')`,
      { Campus: 'Salem' },
    ],
  ] as const)(
    'doesn’t overwrite a %s that changes while it’s applied, and saves nothing else',
    async (_record, statement, values) => {
      await imports.run(roster())
      const shown = await imports.run(roster(values), { dry_run: 'true' })
      expect(shown.counts).toMatchObject({ changed: 3 })
      expect((await apply(shown.id)).status).toBe(202)
      await meanwhile(statement, () => services.runJobs())
      expect(await imports.read(shown.id)).toMatchObject({ state: 'failed', applied: false })
      const { rows } = await sql<{ place: string }>`
        select case when ${'City' in values} then s.city else sp.campus end as place
        from students s join student_periods sp on sp.student_id = s.id
        where s.school_id = ${world.schoolId} order by s.sid`.execute(services.owner)
      expect(rows.map(({ place }) => place)).toContain('Keizer')
      expect(rows.map(({ place }) => place)).not.toContain('Salem')
    },
  )

  it('is reported if a student was added to the period', async () => {
    const before = await buildPeriod(services.owner, { school_id: world.schoolId, name: 'Before' })
    await imports.run(roster(), { period_id: String(before) })
    const shown = await imports.run(roster(), { dry_run: 'true' })
    expect(shown.counts).toMatchObject({ added: 3 })
    const { id } = await services.owner
      .selectFrom('students')
      .select('id')
      .where('school_id', '=', world.schoolId)
      .where('sid', '=', 'T100002')
      .executeTakeFirstOrThrow()
    const brought = await world.registrar.post('/api/student-periods', {
      period_id: world.periodId,
      student_id: id,
    })
    expect(brought.status).toBe(201)
    expect(await apply(shown.id)).toMatchObject({ status: 409, body: { code: 'stale' } })
  })

  it('is applied if another student got the SSN: it’s held, and nothing shows it', async () => {
    const before = await buildPeriod(services.owner, { school_id: world.schoolId, name: 'Before' })
    const shown = await imports.run(roster(), { dry_run: 'true' })
    const [row] = buildRoster(1)
    const added = await world.registrar.post('/api/add-student-to-period', {
      period_id: before,
      sid: 'ELSE-1',
      first_name: 'Ann',
      last_name: 'Smith',
      dob: '2000-01-02',
      ssn: row?.SSN,
    })
    expect(added.status).toBe(201)
    expect(await apply(shown.id)).toMatchObject({ status: 202 })
  })
})

describe('a plan that is applied during other changes', () => {
  it.each([
    ['student', 'update students set city = city', { City: 'Salem' }],
    ['student-period', 'update student_periods set campus = campus', { Campus: 'Harbor' }],
    ['student-period by a new name', 'update student_periods set campus = campus', { 'Last Name': 'Ito' }],
  ])('waits for each %s in the order of IDs, whatever the order in the file', async (_, writes, values) => {
    await imports.run(roster())
    const rows = buildRoster(3).map((row) => ({ ...row, ...values }))
    const shown = await imports.run(rosterText(rows.toReversed()), { dry_run: 'true' })
    expect(shown.counts).toMatchObject({ changed: 3 })
    expect((await apply(shown.id)).status).toBe(202)
    const one = (which: 'min' | 'max') =>
      `${writes} where id = (select ${which}(id) from ${writes.split(' ')[1]} where school_id = $1)`
    await meanwhile(one('min'), () => services.runJobs(), one('max'))
    expect(await imports.read(shown.id)).toMatchObject({ state: 'done', applied: true })
  })
  it('continues without progress reports if all other connections are waiting', async () => {
    const shown = await imports.run(roster(), { dry_run: 'true' })
    expect((await apply(shown.id)).status).toBe(202)
    const { pool } = services.services
    // the remaining ones are the listener's and the transaction's own
    const others = await Promise.all(Array.from({ length: pool.options.max - 2 }, () => pool.connect()))
    await services.runJobs()
    for (const other of others) other.release()
    expect(await imports.read(shown.id)).toMatchObject({ state: 'done', applied: true })
  })
})
