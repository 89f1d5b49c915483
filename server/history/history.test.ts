import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStudentPeriod } from '../student-periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '../testing/school-world.ts'
import { sealEverything } from '../testing/seal-everything.ts'
import { startTestHouse, type TestHouse } from '../testing/test-house.ts'
import { sealAll } from './sealer.ts'
import { verifyChain } from './verify.ts'

let house: TestHouse
let world: SchoolWorld
beforeAll(async () => {
  house = await startTestHouse()
  world = await buildSchoolWorld(house)
})
afterAll(() => house.close())

const changeSome = async (times: number): Promise<number> => {
  const { id } = await buildStudentPeriod(house.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
  })
  for (let n = 0; n < times; n += 1)
    await world.registrar.put(`/api/student-periods/${id}`, { program: `Program ${n}` })
  return id
}

describe('student-history-entries', () => {
  it('lists what changed, the newest first, within the caller’s schools', async () => {
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
    const other = await buildSchoolWorld(house)
    const foreign = await other.registrar.get(`/api/student-history-entries?student_period_id=${id}`)
    expect(foreign.status).toBe(422)
    expect(Object.keys(foreign.body.errors)).toEqual(['student_period_id'])
    const field = await world.registrar.get(
      `/api/student-history-entries?student_period_id=${id}&field=campus`,
    )
    expect(field.body.meta.total).toBe(0)
  })
})

describe('history only grows', () => {
  it.each(['history', 'history_seals', 'access_log', 'changes'])(
    '%s refuses change, by rights and by trigger',
    async (table) => {
      await changeSome(1)
      const attempt = async (role: string): Promise<string> => {
        const client = new pg.Client({ connectionString: house.url })
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
  it('seals every committed entry once, and holds', async () => {
    await changeSome(4)
    await Promise.all([sealAll(house.house.db), sealAll(house.house.db)])
    await sealEverything(house)
    const verified = await verifyChain(house.owner, 'history')
    expect(verified).toMatchObject({ unsealed: 0, breaks: [] })
    expect(verified.sealed).toBeGreaterThan(3)
    expect(await sealAll(house.house.db)).toBe(0)
  })

  it('waits for transactions that began before, so that order can never be disturbed', async () => {
    await sealEverything(house)
    const slow = new pg.Client({ connectionString: house.url })
    await slow.connect()
    await slow.query('begin')
    await slow.query(`insert into changes (at, cause, kind) values (now(), 'system', 'x')`)
    await changeSome(1)
    const waiting = await sealAll(house.house.db)
    await slow.query('commit')
    await slow.end()
    expect(waiting).toBe(0)
    expect(await sealEverything(house)).toBeGreaterThan(0)
    expect((await verifyChain(house.owner, 'history')).breaks).toEqual([])
  })

  it.each([
    ['edited', `update history set reason = 'forged' where id = $1`],
    ['removed', `delete from history where id = $1`],
  ])('finds an entry that was %s behind its back', async (why, sql) => {
    const id = await changeSome(2)
    await sealEverything(house)
    const entry = await house.owner
      .selectFrom('history')
      .select('id')
      .where('student_period_id', '=', id)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const forger = new pg.Client({ connectionString: house.url })
    await forger.connect()
    // who owns the database can switch a trigger off; the chain still tells
    await forger.query(`set session_replication_role = replica`)
    await forger.query(sql, [entry.id])
    await forger.end()
    expect((await verifyChain(house.owner, 'history')).breaks).toContainEqual({ entry_id: entry.id, why })
  })
})
