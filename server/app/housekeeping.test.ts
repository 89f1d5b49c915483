import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteExpired } from './housekeeping.ts'
import { buildSchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

it('deletes the rest if one deletion fails', async () => {
  const world = await buildSchoolWorld(services)
  await sql`insert into idempotency_keys (user_id, key, request_hash, status, created_at)
    values (${world.adminId}, 'stuck', '\\x00', 200, ${services.clock.now().toISOString()})`.execute(
    services.owner,
  )
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$;
    create trigger refuse before delete on idempotency_keys execute function refuse()`.execute(services.owner)
  services.clock.advance(25 * 3600)
  await deleteExpired(services.services)
  await sql`drop function refuse cascade`.execute(services.owner)
  const { rows } = await sql<{ keys: number; sessions: number }>`
    select (select count(*)::int from idempotency_keys) as keys, (select count(*)::int from sessions) as sessions`.execute(
    services.owner,
  )
  expect(rows).toEqual([{ keys: 1, sessions: 0 }])
})

it('deletes expired data and nothing else', async () => {
  const world = await buildSchoolWorld(services)
  await sql`insert into idempotency_keys (user_id, key, request_hash, status, created_at)
    values (${world.adminId}, 'old', '\\x00', 200, ${services.clock.now().toISOString()})`.execute(
    services.owner,
  )
  await deleteExpired(services.services)
  expect((await world.admin.get('/api/me')).status).toBe(200)
  services.clock.advance(25 * 3600)
  await deleteExpired(services.services)
  const { rows } = await sql<{ keys: number; sessions: number }>`
    select (select count(*)::int from idempotency_keys) as keys, (select count(*)::int from sessions) as sessions`.execute(
    services.owner,
  )
  expect(rows).toEqual([{ keys: 0, sessions: 0 }])
})
