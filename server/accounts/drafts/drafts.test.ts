import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf } from '#server/testing/client.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildUser } from '#server/accounts/users/factory.ts'
import { deleteExpired } from '#server/app/housekeeping.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const form = 'add-student:70'
const path = `/api/drafts?form=${encodeURIComponent(form)}`
const content = '{"first_name":["","  Zelda "]}'

/** Creates a user with a draft. */
const buildTypist = async () => {
  const id = await buildUser(services.owner, { permission: 'school_admin' })
  const client = await clientOf(services, id)
  expect((await client.put('/api/drafts', { form, content })).status).toBe(204)
  return { id, client }
}
const draftOf = async ({ client }: Awaited<ReturnType<typeof buildTypist>>) =>
  (await client.get(path)).body.data

describe('a draft', () => {
  it('is returned as typed, the latest version, until it’s discarded', async () => {
    const typist = await buildTypist()
    expect(await draftOf(typist)).toEqual({ content })
    await typist.client.put('/api/drafts', { form, content: ' later ' })
    expect(await draftOf(typist)).toEqual({ content: ' later ' })
    expect((await typist.client.delete(path)).status).toBe(204)
    expect(await draftOf(typist)).toBeNull()
    expect((await typist.client.delete(path)).status).toBe(204)
  })

  it('is readable only by its author, not even by product admins, and is encrypted', async () => {
    const [one, other] = [
      await buildTypist(),
      await buildUser(services.owner, { permission: 'shipmate_admin' }),
    ]
    const stranger = await clientOf(services, other)
    expect((await stranger.get(path)).body.data).toBeNull()
    await stranger.delete(path)
    await stranger.put('/api/drafts', { form, content: 'mine' })
    expect(await draftOf(one)).toEqual({ content })
    const rows = await services.owner.selectFrom('drafts').select('content').execute()
    for (const row of rows) expect(row.content.includes('Zelda')).toBe(false)
  })

  it('can’t be decrypted in another user’s row', async () => {
    const [one, other] = [await buildTypist(), await buildTypist()]
    const stolen = await services.owner
      .selectFrom('drafts')
      .select('content')
      .where('user_id', '=', one.id)
      .executeTakeFirstOrThrow()
    await services.owner.updateTable('drafts').set(stolen).where('user_id', '=', other.id).execute()
    expect((await other.client.get(path)).status).toBe(500)
  })

  it('is deleted when the user signs out, but not when the session expires', async () => {
    const [leaving, idle] = [await buildTypist(), await buildTypist()]
    await leaving.client.post('/logout')
    await idle.client.post('/logout?reason=idle')
    expect(await draftOf({ ...leaving, client: await clientOf(services, leaving.id) })).toBeNull()
    expect(await draftOf({ ...idle, client: await clientOf(services, idle.id) })).toEqual({ content })
  })

  it('names its form without naming a person', async () => {
    const { client } = await buildTypist()
    for (const bad of ['Ana Lopez', 'add-student:Ana', '', '../x', 'a'.repeat(80)])
      expect([bad, (await client.put('/api/drafts', { form: bad, content })).status]).toEqual([bad, 422])
  })

  it('is deleted when the user has 100 newer ones', async () => {
    const typist = await buildTypist()
    for (let made = 0; made < 100; made += 1) {
      services.clock.advance(1)
      await typist.client.put('/api/drafts', { form: `override:${made}`, content })
    }
    expect(await draftOf(typist)).toBeNull()
    expect((await typist.client.get('/api/drafts?form=override:0')).body.data).toEqual({ content })
  })

  it('expires after 7 days', async () => {
    const { id } = await buildTypist()
    const read = async () => (await (await clientOf(services, id)).get(path)).body.data
    services.clock.advance(7 * 24 * 3600 - 60)
    await deleteExpired(services.services)
    expect(await read()).toEqual({ content })
    services.clock.advance(120)
    expect(await read()).toBeNull()
    await deleteExpired(services.services)
    const rows = await services.owner.selectFrom('drafts').where('user_id', '=', id).selectAll().execute()
    expect(rows).toEqual([])
  })
})
