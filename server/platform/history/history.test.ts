import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCompany } from '#server/records/insurance-companies/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { sealAllHistory } from '#server/testing/seal-all-history.ts'
import { refuseWrites } from '#server/testing/refuse-writes.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { readableReason } from './queries.ts'
import { sealAll } from './sealer.ts'
import { verifyChain } from './verify.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
})
afterAll(() => services.close())

const changeSome = async (times: number): Promise<number> => {
  const { id } = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
  })
  for (let n = 0; n < times; n += 1)
    await world.registrar.put(`/api/student-periods/${id}`, { program: `Program ${n}` })
  return id
}

describe('student-history-entries', () => {
  it('lists changes of the caller’s schools, newest first', async () => {
    const id = await changeSome(3)
    const { body } = await world.registrar.get(
      `/api/student-history-entries?student_period_id=${id}&per_page=2`,
    )
    expect(body.meta).toMatchObject({ total: 3, last_page: 2 })
    expect(body.data[0]).toMatchObject({
      actor: { id: world.registrarId },
      cause: 'person',
      kind: 'student_period_changed',
      subject: { type: 'student_period', id },
      changes: [{ field: 'program', before: 'Program 1', after: 'Program 2' }],
    })
    const other = await buildSchoolWorld(services)
    const foreign = await other.registrar.get(`/api/student-history-entries?student_period_id=${id}`)
    expect(foreign.status).toBe(422)
    expect(Object.keys(foreign.body.errors)).toEqual(['student_period_id'])
    const field = await world.registrar.get(
      `/api/student-history-entries?student_period_id=${id}&field=campus`,
    )
    expect(field.body.meta.total).toBe(0)
  })

  it('names insurance companies', async () => {
    const companies = [await buildCompany(services.owner), await buildCompany(services.owner)]
    const { id } = await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
    })
    for (const company of [...companies, null])
      await world.registrar.put(`/api/student-periods/${id}/insurance-details`, {
        medical_waive_insurance_company_id: company,
      })
    const { body } = await world.registrar.get(`/api/student-history-entries?student_period_id=${id}`)
    const names = await services.owner
      .selectFrom('insurance_companies')
      .select(['id', 'name'])
      .where('id', 'in', companies)
      .orderBy('id')
      .execute()
    const [first, second] = names.map(({ name }) => name)
    const field = 'medical_waive_insurance_company'
    expect(body.data.map(({ changes }: { changes: unknown }) => changes)).toEqual([
      [{ field, before: second, after: null }],
      [{ field, before: first, after: second }],
      [{ field, before: null, after: first }],
    ])
  })
})

describe('own changes', () => {
  it('are those of today in the caller’s schools, newest first, once each, with what can be undone', async () => {
    const own = await buildSchoolWorld(services)
    const { id } = await buildStudentPeriod(services.owner, {
      school_id: own.schoolId,
      period_id: own.periodId,
      program: 'Nursing',
      campus: 'South',
    })
    await own.registrar.put(`/api/student-periods/${id}`, { program: 'Law' })
    const made = await own.registrar.put(`/api/student-periods/${id}`, { campus: 'North' })
    const { body } = await own.registrar.get('/api/own-changes?per_page=1')
    expect(body.meta).toMatchObject({ total: 2, last_page: 2 })
    expect(body.data).toMatchObject([
      {
        id: Number(made.headers['x-change-id']),
        records: 1,
        student_name: expect.stringContaining(', '),
        school_name: expect.any(String),
        can_undo: true,
        is_undone: false,
        entry: { changes: [{ field: 'campus', after: 'North' }], actor: { id: own.registrarId } },
      },
    ])
    await own.registrar.post(`/api/changes/${made.headers['x-change-id']}/undo`, {})
    const { body: after } = await own.registrar.get('/api/own-changes')
    expect(
      after.data.map((one: { can_undo: boolean; is_undone: boolean }) => [one.can_undo, one.is_undone]),
    ).toEqual([
      [true, false],
      [false, true],
      [true, false],
    ])
    const { body: foreign } = await world.registrar.get('/api/own-changes')
    expect(JSON.stringify(foreign.data)).not.toContain(`"student_period_id":${id},`)
  })
})

describe('the reason of a decision from before 1.0.1', () => {
  it.each([
    ['form_decided', 'Other. Call us.', 'Call us.'],
    ['coverage_status_changed', 'Card back is missing. Other. Call us.', 'Card back is missing. Call us.'],
    ['form_decided', 'Other', 'Other'],
    ['coverage_status_overridden', 'Other. The dean asked.', 'Other. The dean asked.'],
  ] as const)('of kind %s, saved as “%s”, is read as “%s”', (kind, saved, read) => {
    expect(readableReason(kind, saved)).toBe(read)
  })
})

describe('the changes of one student', () => {
  it('are of one record in the own changes, and name the student in the activity, whatever they wrote', async () => {
    const { id } = await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
    })
    const child = { type: 'child', first_name: 'Kim', last_name: 'Park', dob: '2020-05-06', covers: [] }
    const made = await world.admin.put(`/api/student-periods/${id}`, {
      program: 'Law',
      dependents: [child, { ...child, first_name: 'Lee' }],
    })
    const changeId = Number(made.headers['x-change-id'])
    const { body } = await world.admin.get('/api/own-changes?per_page=1')
    expect(body.data).toMatchObject([{ id: changeId, records: 1 }])
    const activity = await world.admin.get('/api/activity?kind=change')
    const found = activity.body.data.rows.find((one: { id: number }) => one.id === changeId)
    expect(found).toMatchObject({ student: { name: expect.any(String) }, change: { records: 3 } })
  })
})

describe('the history is append-only', () => {
  it.each(['history', 'history_seals', 'access_log', 'changes'])(
    '%s is refused by privileges and by triggers',
    async (table) => {
      await changeSome(1)
      const attempt = async (role: string): Promise<string> => {
        const client = new pg.Client({ connectionString: services.url })
        await client.connect()
        try {
          if (role !== '') await client.query(`set role ${role}`)
          await client.query(`delete from ${table}`)
          return 'done'
        } catch (error) {
          return error instanceof Error ? error.message : ''
        } finally {
          await client.end()
        }
      }
      expect(await attempt('shipmate_app')).toContain('permission denied')
      expect(await attempt('')).toContain('append-only')
    },
  )
})

describe('the chain of seals', () => {
  it('is made by one function for the history and for the access log, and for no other table', async () => {
    const { rows } = await sql<{ name: string }>`select proname as name from pg_proc
      where proname like 'shipmate_seal%'`.execute(services.owner)
    expect(rows).toEqual([{ name: 'shipmate_seal' }])
    await expect(sql`select shipmate_seal('users', 1)`.execute(services.owner)).rejects.toThrow(
      'There is no log users.',
    )
  })

  it('seals every committed entry once, and is valid', async () => {
    await changeSome(4)
    await Promise.all([sealAll(services.services.db), sealAll(services.services.db)])
    await sealAllHistory(services)
    const verified = await verifyChain(services.owner, 'history', services.services.keys)
    expect(verified).toMatchObject({ unsealed: 0, breaks: [] })
    expect(verified.sealed).toBeGreaterThan(3)
    expect(await sealAll(services.services.db)).toBe(0)
  })

  it('doesn’t wait for transactions that started earlier, and seals what they write after them', async () => {
    await sealAllHistory(services)
    const slow = new pg.Client({ connectionString: services.url })
    await slow.connect()
    await slow.query('begin')
    await slow.query(`insert into changes (at, cause, kind) values (now(), 'system', 'x')`)
    await changeSome(1)
    const sealed = await sealAll(services.services.db)
    await slow.query('commit')
    await slow.end()
    expect(sealed).toBeGreaterThan(0)
    expect((await verifyChain(services.owner, 'history', services.services.keys)).breaks).toEqual([])
  })

  it('of the access log grows while the history’s can’t be written', async () => {
    await world.registrar.get(`/api/student-periods/${await changeSome(1)}`)
    await services.services.accesses.flush(true)
    const end = await refuseWrites(services, { table: 'history_seals', write: 'insert' })
    await expect(sealAll(services.services.db)).rejects.toThrow('damaged')
    await end()
    const unsealed = async (log: 'history' | 'access_log') =>
      (await verifyChain(services.owner, log, services.services.keys)).unsealed
    expect([(await unsealed('history')) > 0, await unsealed('access_log')]).toEqual([true, 0])
    await sealAllHistory(services)
  })

  it.each([
    ['edited', `update history set reason = 'forged' where id = $1`],
    ['removed', `delete from history where id = $1`],
  ])('shows an entry that was %s without the application', async (why, sql) => {
    const id = await changeSome(2)
    await sealAllHistory(services)
    const entry = await services.owner
      .selectFrom('history')
      .select('id')
      .where('student_period_id', '=', id)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const forger = new pg.Client({ connectionString: services.url })
    await forger.connect()
    // the database's owner can turn off a trigger; the chain still shows the change
    await forger.query(`set session_replication_role = replica`)
    await forger.query(sql, [entry.id])
    await forger.end()
    expect((await verifyChain(services.owner, 'history', services.services.keys)).breaks).toContainEqual({
      entry_id: entry.id,
      why,
    })
  })
})
