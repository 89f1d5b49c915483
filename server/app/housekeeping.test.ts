import { existsSync, mkdirSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteExpired } from './housekeeping.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { createClient } from '#server/testing/client.ts'
import { publishForm } from '#server/testing/form-requests.ts'
import { refuseWrites } from '#server/testing/refuse-writes.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const keyOf = async (world: SchoolWorld): Promise<void> => {
  await sql`insert into idempotency_keys (user_id, key, request_hash, status, permission, school_ids, created_at)
    values (${world.adminId}, 'stuck', '\\x00', 200, 'shipmate_admin', '{}', ${services.clock.now().toISOString()})`.execute(
    services.owner,
  )
}
const countOf = async (table: 'idempotency_keys' | 'sessions' | 'form_tokens'): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int from ${sql.table(table)}`.execute(
    services.owner,
  )
  return rows[0]?.count ?? 0
}

/** Saves an unfinished form. Returns its ID. */
const saveForm = async ({ periodId }: SchoolWorld): Promise<number> => {
  const form = { form_type: 'waiver', progress: 'in_progress' }
  await createClient(services.app).post(`/api/public/periods/${periodId}/form-submissions`, form)
  const { rows } = await sql<{ id: number }>`select max(id) as id from form_submissions`.execute(
    services.owner,
  )
  return rows[0]?.id ?? 0
}

describe('a deletion that fails', () => {
  it('doesn’t keep the others, and is logged by its name', async () => {
    await keyOf(await buildSchoolWorld(services))
    const end = await refuseWrites(services, { table: 'idempotency_keys', write: 'delete' })
    services.clock.advance(25 * 3600)
    const logged: string[] = []
    const log = createLog('warn', { write: (line) => void logged.push(line) })
    await deleteExpired({ ...services.services, log })
    await end()
    expect([await countOf('idempotency_keys'), await countOf('sessions')]).toEqual([1, 0])
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ of: 'idempotency_keys' }])
    await deleteExpired(services.services)
    expect(await countOf('idempotency_keys')).toBe(0)
  })

  it('of unfinished forms doesn’t keep the tokens that ended', async () => {
    const world = await buildSchoolWorld(services)
    await publishForm(world)
    const [stuck] = [await saveForm(world), await saveForm(world)]
    const end = await refuseWrites(services, {
      table: 'form_submissions',
      write: 'delete',
      when: `old.id = ${stuck}`,
    })
    services.clock.advance(60 * 86_400)
    await deleteExpired(services.services)
    await end()
    expect(await countOf('form_tokens')).toBe(0)
  })

  it('of a stored file doesn’t keep the other files without a row', async () => {
    const names: string[] = []
    for (const module of ['documents', 'documents', 'schools'])
      names.push(await services.services.files.put(module, Readable.from([Buffer.from('x')]), 1))
    const pathOf = (name = ''): string => {
      const [module = '', file = ''] = name.split('/')
      return join(services.folder, module, file.slice(0, 2), file)
    }
    // the first that is listed can’t be deleted: it’s a folder
    const [stuck, ...others] = names.toSorted().map(pathOf)
    rmSync(stuck ?? '')
    mkdirSync(stuck ?? '')
    const longAgo = new Date(services.clock.now().getTime() - 2 * 3_600_000)
    for (const path of names.map(pathOf)) utimesSync(path, longAgo, longAgo)
    await deleteExpired(services.services)
    expect(others.filter((path) => existsSync(path))).toEqual([])
  })
})

it('deletes expired data and nothing else', async () => {
  const world = await buildSchoolWorld(services)
  await keyOf(world)
  await deleteExpired(services.services)
  expect((await world.admin.get('/api/me')).status).toBe(200)
  services.clock.advance(25 * 3600)
  await deleteExpired(services.services)
  expect([await countOf('idempotency_keys'), await countOf('sessions')]).toEqual([0, 0])
})
