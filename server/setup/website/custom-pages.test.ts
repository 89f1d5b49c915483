import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { holdLock } from '#server/testing/hold-lock.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
})
afterAll(() => services.close())

/** A period with three pages. */
const build = async () => {
  const base = `/api/periods/${await buildPeriod(services.owner, { school_id: world.schoolId })}`
  const pages = `${base}/custom-pages`
  const add = async (title: string) => (await world.admin.post(pages, { title })).body.data
  const made = [await add('Clinic'), await add('Clinic'), await add('Über uns!')]
  const order = async () =>
    (await world.admin.get(pages)).body.data.map(({ slug, order: at }: { slug: string; order: number }) => [
      at,
      slug,
    ])
  return { base, pages, made, order }
}

describe('custom pages', () => {
  it('are listed in the order they were added, each with its own address', async () => {
    const { order } = await build()
    expect(await order()).toEqual([
      [1, 'clinic'],
      [2, 'clinic-2'],
      [3, 'uber-uns'],
    ])
  })

  it('are created with text and published in one call', async () => {
    const { pages } = await build()
    const text = { body: '<p onclick="x()">Open</p>', published: true }
    const made = await world.admin.post(pages, { title: 'Parking', ...text })
    expect(made.body.data).toMatchObject({ body: '<p>Open</p>', published: true, order: 4, version: 1 })
    const wrong = await world.admin.post(pages, { title: 'Parking', body: 1, published: 'yes' })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['body', 'published']])
  })

  it('can be reordered, all at once', async () => {
    const { pages, made, order } = await build()
    const [a, b, c] = made.map(({ id }) => id)
    expect((await world.admin.put(`${pages}/order`, { ids: [c, a, b] })).status).toBe(200)
    expect(await order()).toEqual([
      [1, 'uber-uns'],
      [2, 'clinic'],
      [3, 'clinic-2'],
    ])
    for (const ids of [
      [a, b],
      [a, b, b],
      [a, b, c, 999_999],
    ])
      expect((await world.admin.put(`${pages}/order`, { ids })).status).toBe(409)
  })

  it('are saved cleaned, over the version that was read, at an unused address', async () => {
    const { pages, made } = await build()
    const page = `${pages}/${made[0].id}`
    const body = '<p onclick="x()">Open<img src="/media/a.png" alt="Door"></p><script>1</script>'
    const change = { title: 'Clinic', slug: 'the-clinic', body, published: true, version: 1 }
    const saved = await world.admin.put(page, change)
    expect(saved.body.data).toMatchObject({
      body: '<p>Open<img src="/media/a.png" alt="Door"></p>',
      version: 2,
      published: true,
    })
    const late = await world.admin.put(page, { ...change, title: 'Other' })
    expect([late.status, late.body.data.title]).toEqual([409, 'Clinic'])
    const taken = await world.admin.put(page, { ...change, slug: 'clinic-2', version: 2 })
    expect([taken.status, Object.keys(taken.body.errors)]).toEqual([422, ['slug']])
    const odd = await world.admin.put(page, { ...change, slug: 'The Clinic', version: 2 })
    expect(Object.keys(odd.body.errors)).toEqual(['slug'])
  })

  it('can be deleted, and restored unless their address is in use', async () => {
    const { base, pages, made, order } = await build()
    const gone = await world.admin.delete(`${pages}/${made[1].id}`)
    expect((await world.admin.get(`${pages}/${made[1].id}`)).status).toBe(404)
    expect(await order()).toEqual([
      [1, 'clinic'],
      [2, 'uber-uns'],
    ])
    const undone = await world.admin.post(`/api/changes/${gone.headers['x-change-id']}/undo`, {})
    expect(undone.body.data.reverted).toBe(1)
    expect((await order())[1]).toEqual([2, 'clinic-2'])
    const again = await world.admin.delete(`${pages}/${made[1].id}`)
    await world.admin.post(pages, { title: 'Another', slug: 'clinic-2' })
    const kept = await world.admin.post(`/api/changes/${again.headers['x-change-id']}/undo`, {})
    expect(kept.body.data).toMatchObject({
      reverted: 0,
      left: [{ reason: 'Another page now uses this URL.' }],
    })
    const kinds = (await world.admin.get(`${base}/history`)).body.data.map(
      ({ kind }: { kind: string }) => kind,
    )
    expect(kinds).toContain('custom_page_restored')
  })

  it('stay deleted if another page takes the address at the same moment', async () => {
    const { base, pages, made } = await build()
    const gone = await world.admin.delete(`${pages}/${made[0].id}`)
    const period = Number(base.split('/').at(-1))
    const held = await holdLock(services, 'select from periods where id = $1 for no key update', [period])
    const undoing = world.admin.post(`/api/changes/${gone.headers['x-change-id']}/undo`, {})
    await held.waitedFor()
    await held.query(`update period_pages set slug = 'clinic' where id = $1`, [made[2].id])
    await held.commit()
    const { status, body } = await undoing
    expect([status, body.data?.reverted, body.data?.left[0]?.reason]).toEqual([
      200,
      0,
      'Another page now uses this URL.',
    ])
  })

  it('belong to their period', async () => {
    const { made } = await build()
    const other = await build()
    expect((await world.admin.get(`${other.pages}/${made[0].id}`)).status).toBe(404)
  })
})
