import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClient, clientOf } from '#server/testing/client.ts'
import { buildPerson, codeNow, confirmed, login, withTwoFactor } from '#server/testing/sign-in.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

/** Tests that data saved outside a request’s transaction stays when the request fails. */
let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
  await sql`create function refuse_everything() returns trigger language plpgsql
    as $$ begin raise exception 'broken on purpose'; end $$`.execute(services.owner)
})
afterAll(() => services.close())

/** Blocks all writes to sessions and users during the test, except the counting statement. */
const breakTable = async (table: string): Promise<void> => {
  await sql`create trigger broken before insert or delete on ${sql.table(table)}
    for each statement execute function refuse_everything()`.execute(services.owner)
}
const mendTables = async (): Promise<void> => {
  for (const table of ['sessions', 'pending_logins'])
    await sql`drop trigger if exists broken on ${sql.table(table)}`.execute(services.owner)
}
beforeEach(() => services.clock.advance(60))
afterEach(mendTables)

const count = async (table: 'throttles' | 'access_log' | 'sessions'): Promise<number> => {
  const row = await services.owner
    .selectFrom(table)
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

describe('a rollback keeps', () => {
  it('failed attempts', async () => {
    const person = await buildPerson(services)
    const [before, written] = [await count('throttles'), await count('access_log')]
    expect((await login(person.client, person.email, 'wrong')).status).toBe(422)
    expect(await count('throttles')).toBe(before + 3)
    // and the failed sign-in itself
    expect(await count('access_log')).toBe(written + 1)
  })

  it('failed sign-ins and counters if the request fails later', async () => {
    const person = await buildPerson(services)
    await services.services.accesses.flush(true)
    await login(person.client, person.email, 'wrong')
    const [before, written] = [await count('throttles'), await count('access_log')]
    await breakTable('sessions')
    expect((await login(person.client, person.email)).status).toBe(500)
    expect((await login(person.client, person.email, 'wrong')).status).toBe(422)
    expect(await count('throttles')).toBe(before)
    // it repeats the first one, and so is counted
    await services.services.accesses.flush(true)
    expect(await count('access_log')).toBe(written + 1)
  })

  it('used time steps', async () => {
    const person = await buildPerson(services)
    const secret = await withTwoFactor(services, person)
    await login(person.client, person.email)
    const code = codeNow(services, secret)
    await breakTable('sessions')
    expect((await person.client.post('/two-factor-challenge', { code })).status).toBe(500)
    await mendTables()
    // the sign-in is still pending, and the time step is used
    expect((await person.client.post('/two-factor-challenge', { code })).status).toBe(422)
    const next = codeNow(services, secret, 1)
    expect((await person.client.post('/two-factor-challenge', { code: next })).status).toBe(204)
  })

  it('attempts of a pending sign-in', async () => {
    const person = await buildPerson(services)
    const secret = await withTwoFactor(services, person)
    await login(person.client, person.email)
    await breakTable('sessions')
    const codes = [-1, 0, 1].map((steps) => codeNow(services, secret, steps))
    for (const code of codes)
      expect((await person.client.post('/two-factor-challenge', { code })).status).toBe(500)
    await mendTables()
    services.clock.advance(60)
    for (let time = 0; time < 2; time += 1)
      await person.client.post('/two-factor-challenge', { code: '000000' })
    const sixth = await person.client.post('/two-factor-challenge', { code: codeNow(services, secret) })
    expect(sixth.status).toBe(422)
  })

  it('a used recovery code unless nobody signed in with it', async () => {
    const person = await buildPerson(services)
    const secret = await withTwoFactor(services, person)
    await login(person.client, person.email)
    await person.client.post('/two-factor-challenge', { code: codeNow(services, secret) })
    await person.client.post('/user/confirm-password', { password: 'seven quiet lanterns drift' })
    const [recovery_code] = (await person.client.get('/user/two-factor-recovery-codes')).body
    const client = createClient(services.app)
    await login(client, person.email)
    await breakTable('sessions')
    expect((await client.post('/two-factor-challenge', { recovery_code })).status).toBe(500)
    await mendTables()
    expect((await client.post('/two-factor-challenge', { recovery_code })).status).toBe(204)
  })

  it('refusals', async () => {
    const person = await buildPerson(services)
    const client = await clientOf(services, person.id)
    await services.services.accesses.flush(true)
    const written = await count('access_log')
    expect((await client.post('/api/schools/create', { name: 'Nope' })).status).toBe(403)
    await services.services.accesses.flush()
    expect(await count('access_log')).toBe(written + 1)
  })

  it('no partial two-factor change', async () => {
    const person = await buildPerson(services)
    const client = await confirmed(person)
    await client.post('/user/two-factor-authentication')
    const { secretKey } = (await client.get('/user/two-factor-secret-key')).body
    await breakTable('pending_logins')
    const code = codeNow(services, secretKey)
    expect((await client.post('/user/confirmed-two-factor-authentication', { code })).status).toBe(500)
    expect((await client.get('/api/me')).body.data.two_factor_enabled).toBe(false)
    const mails = await services.owner
      .selectFrom('emails')
      .select('id')
      .where('to_address', '=', person.email)
      .execute()
    expect(mails).toEqual([])
  })
})
