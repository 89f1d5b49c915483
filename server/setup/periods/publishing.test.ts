import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})

const path = (kind: string) => `/api/periods/${world.periodId}/${kind}`

/** Saves an intro and publishes the FAQs. Returns the change. */
const publish = async (intro: string): Promise<string> => {
  const { data } = (await world.admin.get(path('faqs'))).body
  const saved = await world.admin.put(path('faqs'), { ...data, intro })
  expect(saved.status).toBe(200)
  const documents = [{ kind: 'faqs', version: saved.body.data.version }]
  const done = await world.admin.post(path('publications'), { documents })
  expect(done.status).toBe(200)
  return String(done.headers['x-change-id'])
}

const undo = async (change: string) => (await world.admin.post(`/api/changes/${change}/undo`)).body.data

const state = async () =>
  (await world.admin.get(path('documents'))).body.data.find(({ kind }: { kind: string }) => kind === 'faqs')

const unpublished = async (): Promise<string[]> =>
  (await world.admin.get(`${path('unpublished-changes')}?kind=faqs`)).body.data.map(
    ({ before }: { before: unknown }) => before,
  )

describe('undoing a publishing', () => {
  it('shows students what they saw before, and keeps the draft and every version', async () => {
    await publish('<p>First</p>')
    expect(await undo(await publish('<p>Second</p>'))).toMatchObject({ left: [] })
    expect(await state()).toMatchObject({ version: 2, published: { number: 3, version: 1 } })
    expect(await unpublished()).toEqual([expect.stringContaining('First')])
    expect((await world.admin.get(path('faqs'))).body.data.intro).toBe('<p>Second</p>')
    const { data } = (await world.admin.get(`${path('publications')}?kind=faqs`)).body
    expect(data.map(({ number }: { number: number }) => number)).toEqual([3, 2, 1])
  })

  it('of a first one takes the section from students, and it can be published again', async () => {
    await undo(await publish('<p>First</p>'))
    expect(await state()).toMatchObject({ version: 1, published: null })
    await publish('<p>Second</p>')
    expect(await state()).toMatchObject({ published: { number: 3, version: 2 } })
  })

  it('leaves a section that was published again', async () => {
    const first = await publish('<p>First</p>')
    await publish('<p>Second</p>')
    expect((await undo(first)).left).toEqual([
      expect.objectContaining({ name: 'FAQs', reason: 'It was published again after that.' }),
    ])
    expect(await state()).toMatchObject({ published: { number: 2 } })
  })

  it('isn’t undone itself: the sections are published again', async () => {
    const first = await publish('<p>First</p>')
    const undone = await world.admin.post(`/api/changes/${first}/undo`)
    const again = await undo(String(undone.headers['x-change-id']))
    expect(again.left).toEqual([expect.objectContaining({ reason: 'Publish the sections again.' })])
    expect(await state()).toMatchObject({ published: null })
  })
})

describe('an earlier published version', () => {
  const restore = (number: number, version: number) =>
    world.admin.post(path('restored-publications'), { kind: 'faqs', number, version })
  const intro = async () => (await world.admin.get(path('faqs'))).body.data.intro

  it('is compared with the saved section, restored as its content, and seen once it’s published', async () => {
    await publish('<p>First</p>')
    await publish('<p>Second</p>')
    const changes = await world.admin.get(`${path('restorable-changes')}?kind=faqs&number=1`)
    expect(changes.body.data).toEqual([
      expect.objectContaining({
        before: expect.stringContaining('Second'),
        after: expect.stringContaining('First'),
      }),
    ])
    const restored = await restore(1, 2)
    expect(restored.status).toBe(200)
    expect(await intro()).toBe('<p>First</p>')
    expect(await state()).toMatchObject({ version: 3, published: { number: 2, version: 2 } })
    await undo(String(restored.headers['x-change-id']))
    expect(await intro()).toBe('<p>Second</p>')
  })

  it('is read as students read it, unless they saw nothing', async () => {
    await publish('<p>First</p>')
    await undo(await publish('<p>Second</p>'))
    const read = async (number: number, who = world.admin) =>
      who.get(`${path('publications/content')}?kind=faqs&number=${number}`)
    expect((await read(1)).body.data).toMatchObject({ number: 1, content: { intro: '<p>First</p>' } })
    expect((await read(2)).body.data.content.intro).toBe('<p>Second</p>')
    expect([(await read(7)).status, (await read(1, world.registrar)).status]).toEqual([404, 403])
  })

  it('isn’t restored over what someone saved after it was compared', async () => {
    await publish('<p>First</p>')
    await publish('<p>Second</p>')
    expect((await restore(1, 1)).status).toBe(409)
    expect((await restore(7, 2)).status).toBe(404)
    expect(await intro()).toBe('<p>Second</p>')
  })
})
