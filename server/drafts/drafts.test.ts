import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf } from '#server/testing/client.ts'
import { startTestHouse, type TestHouse } from '#server/testing/test-house.ts'
import { buildUser } from '#server/users/factory.ts'
import { tidyUp } from '../housekeeping.ts'

let house: TestHouse
beforeAll(async () => {
  house = await startTestHouse()
})
afterAll(() => house.close())

const form = 'add-student:70'
const path = `/api/drafts?form=${encodeURIComponent(form)}`
const content = '{"first_name":["","  Zelda "]}'

/** Somebody who has typed. */
const buildTypist = async () => {
  const id = await buildUser(house.owner, { permission: 'school_admin' })
  const client = await clientOf(house, id)
  expect((await client.put('/api/drafts', { form, content })).status).toBe(204)
  return { id, client }
}
const draftOf = async ({ client }: Awaited<ReturnType<typeof buildTypist>>) =>
  (await client.get(path)).body.data

describe('a draft', () => {
  it('is given back as it was typed, the latest one, until it is discarded', async () => {
    const typist = await buildTypist()
    expect(await draftOf(typist)).toEqual({ content })
    await typist.client.put('/api/drafts', { form, content: ' later ' })
    expect(await draftOf(typist)).toEqual({ content: ' later ' })
    expect((await typist.client.delete(path)).status).toBe(204)
    expect(await draftOf(typist)).toBeNull()
    expect((await typist.client.delete(path)).status).toBe(204)
  })

  it('is nobody else’s, not even a product admin’s, and rests encrypted', async () => {
    const [one, other] = [await buildTypist(), await buildUser(house.owner, { permission: 'shipmate_admin' })]
    const stranger = await clientOf(house, other)
    expect((await stranger.get(path)).body.data).toBeNull()
    await stranger.delete(path)
    await stranger.put('/api/drafts', { form, content: 'mine' })
    expect(await draftOf(one)).toEqual({ content })
    const rows = await house.owner.selectFrom('drafts').select('content').execute()
    for (const row of rows) expect(row.content.includes('Zelda')).toBe(false)
  })

  it('does not open in another’s row', async () => {
    const [one, other] = [await buildTypist(), await buildTypist()]
    const stolen = await house.owner
      .selectFrom('drafts')
      .select('content')
      .where('user_id', '=', one.id)
      .executeTakeFirstOrThrow()
    await house.owner.updateTable('drafts').set(stolen).where('user_id', '=', other.id).execute()
    expect((await other.client.get(path)).status).toBe(500)
  })

  it('goes when its person signs out, and stays when they were signed out for idleness', async () => {
    const [leaving, idle] = [await buildTypist(), await buildTypist()]
    await leaving.client.post('/logout')
    await idle.client.post('/logout?reason=idle')
    expect(await draftOf({ ...leaving, client: await clientOf(house, leaving.id) })).toBeNull()
    expect(await draftOf({ ...idle, client: await clientOf(house, idle.id) })).toEqual({ content })
  })

  it('names its form without naming anybody', async () => {
    const { client } = await buildTypist()
    for (const bad of ['Ana Lopez', 'add-student:Ana', '', '../x', 'a'.repeat(80)])
      expect([bad, (await client.put('/api/drafts', { form: bad, content })).status]).toEqual([bad, 422])
  })

  it('is one of a hundred at most: the oldest make room', async () => {
    const typist = await buildTypist()
    for (let made = 0; made < 100; made += 1) {
      house.clock.advance(1)
      await typist.client.put('/api/drafts', { form: `override:${made}`, content })
    }
    expect(await draftOf(typist)).toBeNull()
    expect((await typist.client.get('/api/drafts?form=override:0')).body.data).toEqual({ content })
  })

  it('is forgotten after seven days', async () => {
    const { id } = await buildTypist()
    const read = async () => (await (await clientOf(house, id)).get(path)).body.data
    house.clock.advance(7 * 24 * 3600 - 60)
    await tidyUp(house.house)
    expect(await read()).toEqual({ content })
    house.clock.advance(120)
    expect(await read()).toBeNull()
    await tidyUp(house.house)
    const rows = await house.owner.selectFrom('drafts').where('user_id', '=', id).selectAll().execute()
    expect(rows).toEqual([])
  })
})
