import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClient, clientOf } from '#server/testing/client.ts'
import { buildPerson, codeNow, confirmed, login, withTwoFactor } from '#server/testing/sign-in.ts'
import { startTestHouse, type TestHouse } from '#server/testing/test-house.ts'

/** What stands outside of a request's transaction stays when the request fails as a whole. */
let house: TestHouse
beforeAll(async () => {
  house = await startTestHouse()
  await sql`create function refuse_everything() returns trigger language plpgsql
    as $$ begin raise exception 'broken on purpose'; end $$`.execute(house.owner)
})
afterAll(() => house.close())

/** Until the test is over no session and no user can be written but by the statement that counts. */
const breakTable = async (table: string): Promise<void> => {
  await sql`create trigger broken before insert or delete on ${sql.table(table)}
    for each statement execute function refuse_everything()`.execute(house.owner)
}
const mendTables = async (): Promise<void> => {
  for (const table of ['sessions', 'pending_logins'])
    await sql`drop trigger if exists broken on ${sql.table(table)}`.execute(house.owner)
}
beforeEach(() => house.clock.advance(60))
afterEach(mendTables)

const count = async (table: 'throttles' | 'access_log' | 'sessions'): Promise<number> => {
  const row = await house.owner
    .selectFrom(table)
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

describe('a rollback leaves alone', () => {
  it('failed tries', async () => {
    const person = await buildPerson(house)
    const [before, written] = [await count('throttles'), await count('access_log')]
    expect((await login(person.client, person.email, 'wrong')).status).toBe(422)
    expect(await count('throttles')).toBe(before + 3)
    // and the failed login itself
    expect(await count('access_log')).toBe(written + 1)
  })

  it('failed logins and counters, when the request breaks afterwards', async () => {
    const person = await buildPerson(house)
    await login(person.client, person.email, 'wrong')
    const [before, written] = [await count('throttles'), await count('access_log')]
    await breakTable('sessions')
    expect((await login(person.client, person.email)).status).toBe(500)
    expect((await login(person.client, person.email, 'wrong')).status).toBe(422)
    expect(await count('throttles')).toBe(before)
    expect(await count('access_log')).toBe(written + 1)
  })

  it('used steps', async () => {
    const person = await buildPerson(house)
    const secret = await withTwoFactor(house, person)
    await login(person.client, person.email)
    const code = codeNow(house, secret)
    await breakTable('sessions')
    expect((await person.client.post('/two-factor-challenge', { code })).status).toBe(500)
    await mendTables()
    // the login still waits, the step is used up
    expect((await person.client.post('/two-factor-challenge', { code })).status).toBe(422)
    const next = codeNow(house, secret, 1)
    expect((await person.client.post('/two-factor-challenge', { code: next })).status).toBe(204)
  })

  it('tries of a waiting login', async () => {
    const person = await buildPerson(house)
    const secret = await withTwoFactor(house, person)
    await login(person.client, person.email)
    await breakTable('sessions')
    const codes = [-1, 0, 1].map((steps) => codeNow(house, secret, steps))
    for (const code of codes)
      expect((await person.client.post('/two-factor-challenge', { code })).status).toBe(500)
    await mendTables()
    house.clock.advance(60)
    for (let time = 0; time < 2; time += 1)
      await person.client.post('/two-factor-challenge', { code: '000000' })
    const sixth = await person.client.post('/two-factor-challenge', { code: codeNow(house, secret) })
    expect(sixth.status).toBe(422)
  })

  it('a spent recovery code only when nobody came in with it', async () => {
    const person = await buildPerson(house)
    const secret = await withTwoFactor(house, person)
    await login(person.client, person.email)
    await person.client.post('/two-factor-challenge', { code: codeNow(house, secret) })
    await person.client.post('/user/confirm-password', { password: 'seven quiet lanterns drift' })
    const [recovery_code] = (await person.client.get('/user/two-factor-recovery-codes')).body
    const client = createClient(house.app)
    await login(client, person.email)
    await breakTable('sessions')
    expect((await client.post('/two-factor-challenge', { recovery_code })).status).toBe(500)
    await mendTables()
    expect((await client.post('/two-factor-challenge', { recovery_code })).status).toBe(204)
  })

  it('refusals', async () => {
    const person = await buildPerson(house)
    const client = await clientOf(house, person.id)
    const written = await count('access_log')
    expect((await client.post('/api/schools/create', { name: 'Nope' })).status).toBe(403)
    await house.house.accesses.flush()
    expect(await count('access_log')).toBe(written + 1)
  })

  it('but no half of a change of the second factor', async () => {
    const person = await buildPerson(house)
    const client = await confirmed(person)
    await client.post('/user/two-factor-authentication')
    const { secretKey } = (await client.get('/user/two-factor-secret-key')).body
    await breakTable('pending_logins')
    const code = codeNow(house, secretKey)
    expect((await client.post('/user/confirmed-two-factor-authentication', { code })).status).toBe(500)
    expect((await client.get('/api/me')).body.data.two_factor_enabled).toBe(false)
    const mails = await house.owner
      .selectFrom('outbox')
      .select('id')
      .where('to_address', '=', person.email)
      .execute()
    expect(mails).toEqual([])
  })
})
