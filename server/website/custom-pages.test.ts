import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPeriod } from '../periods/factory.ts'
import { hold } from '../testing/hold.ts'
import { buildSchoolWorld, type SchoolWorld } from '../testing/school-world.ts'
import { startTestHouse, type TestHouse } from '../testing/test-house.ts'

let house: TestHouse
let world: SchoolWorld
beforeAll(async () => {
  house = await startTestHouse()
  world = await buildSchoolWorld(house)
})
afterAll(() => house.close())

/** A period with three pages. */
const build = async () => {
  const base = `/api/periods/${await buildPeriod(house.owner, { school_id: world.schoolId })}`
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
  it('stand in the order in which they were added, each at an address of its own', async () => {
    const { order } = await build()
    expect(await order()).toEqual([
      [1, 'clinic'],
      [2, 'clinic-2'],
      [3, 'uber-uns'],
    ])
  })

  it('are created with their text and published in one call', async () => {
    const { pages } = await build()
    const text = { body: '<p onclick="x()">Open</p>', published: true }
    const made = await world.admin.post(pages, { title: 'Parking', ...text })
    expect(made.body.data).toMatchObject({ body: '<p>Open</p>', published: true, order: 4, version: 1 })
    const wrong = await world.admin.post(pages, { title: 'Parking', body: 1, published: 'yes' })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['body', 'published']])
  })

  it('are put in another order, every one of them', async () => {
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

  it('are written clean, over the version that was read, at a free address', async () => {
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

  it('are deleted, and brought back unless their address is taken', async () => {
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
      left: [{ reason: 'Another page has its address now.' }],
    })
    const kinds = (await world.admin.get(`${base}/history`)).body.data.map(
      ({ kind }: { kind: string }) => kind,
    )
    expect(kinds).toContain('custom_page_restored')
  })

  it('stay deleted where another page takes their address in the same moment', async () => {
    const { base, pages, made } = await build()
    const gone = await world.admin.delete(`${pages}/${made[0].id}`)
    const period = Number(base.split('/').at(-1))
    const held = await hold(house, 'select from periods where id = $1 for no key update', [period])
    const undoing = world.admin.post(`/api/changes/${gone.headers['x-change-id']}/undo`, {})
    await held.waitedFor()
    await held.query(`update period_pages set slug = 'clinic' where id = $1`, [made[2].id])
    await held.commit()
    const { status, body } = await undoing
    expect([status, body.data?.reverted, body.data?.left[0]?.reason]).toEqual([
      200,
      0,
      'Another page has its address now.',
    ])
  })

  it('belong to their period', async () => {
    const { made } = await build()
    const other = await build()
    expect((await world.admin.get(`${other.pages}/${made[0].id}`)).status).toBe(404)
  })
})
