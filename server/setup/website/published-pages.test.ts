import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { publishSettings } from '#server/testing/student-site.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
let slug: string
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  slug = (await world.admin.get(`/api/schools/${world.schoolId}`)).body.data.slug
  await publishSettings(world, { is_live: true })
})

interface Page {
  readonly id: number
  readonly version: number
}

const at = (path: string, period = world.periodId) => `/api/periods/${period}/${path}`
const read = async (path: string, period = world.periodId) =>
  (await world.admin.get(at(path, period))).body.data
const text = { title: 'Clinic', slug: 'clinic', body: '<p>Open.</p>', published: true }

const add = async (page: object = text): Promise<Page> =>
  (await world.admin.post(at('custom-pages'), page)).body.data
const save = async ({ id }: Page, change: object): Promise<Page> => {
  const saved = await world.admin.put(at(`custom-pages/${id}`), { ...text, ...change })
  expect(saved.status).toBe(200)
  return saved.body.data
}
const send = (...pages: readonly Page[]) =>
  world.admin.post(at('publications'), {
    documents: pages.map(({ id, version }) => ({ kind: `custom-pages/${id}`, version })),
  })
const publish = async (...pages: readonly Page[]): Promise<string> => {
  const done = await send(...pages)
  expect(done.status).toBe(200)
  return String(done.headers['x-change-id'])
}
const undo = async (change: unknown) =>
  (await world.admin.post(`/api/changes/${String(change)}/undo`)).body.data
/** What students see: the URL and text of each custom page. */
const seen = async () =>
  (await world.admin.get(`/api/public/sites/${slug}`)).body.data.pages.map((page: typeof text) => [
    page.slug,
    page.title,
    page.body,
  ])
const stateOf = async ({ id }: Page) =>
  (await read('documents')).find(({ kind }: { kind: string }) => kind === `custom-pages/${id}`)

const open = [['clinic', 'Clinic', '<p>Open.</p>']]

describe('a custom page', () => {
  it('is seen once it’s published, and as it was published', async () => {
    const page = await add()
    expect(await seen()).toEqual([])
    expect(await stateOf(page)).toMatchObject({
      label: 'Clinic',
      version: 1,
      is_published: true,
      published: null,
    })
    await publish(page)
    expect(await seen()).toEqual(open)
    await save(page, { title: 'Health', slug: 'health', body: '<p>Closed.</p>' })
    expect(await seen()).toEqual(open)
    expect(await stateOf(page)).toMatchObject({
      label: 'Health',
      version: 2,
      published: { number: 1, version: 1 },
    })
    const kind = `custom-pages/${page.id}`
    const changed = (await read(`unpublished-changes?kind=${kind}`)).map(
      ({ field }: { field: string }) => field,
    )
    expect(changed.toSorted()).toEqual([`${kind}.body`, `${kind}.slug`, `${kind}.title`])
    expect((await send(page)).status).toBe(409)
    await publish({ ...page, version: 2 })
    expect(await seen()).toEqual([['health', 'Health', '<p>Closed.</p>']])
    const [entry] = await read('history?documents=custom-pages')
    expect([entry.kind, entry.changes[0].field]).toEqual([
      'period_documents_published',
      'custom-pages[Health].title',
    ])
  })

  it('is hidden by publishing it, and then has nothing left to publish', async () => {
    const page = await add()
    await publish(page)
    const hidden = await save(page, { published: false })
    expect(await seen()).toEqual(open)
    expect(await stateOf(page)).toMatchObject({ is_published: true, published: { version: 1 } })
    await publish(hidden)
    expect(await seen()).toEqual([])
    expect(await stateOf(page)).toMatchObject({ is_published: false, published: null })
    const versions = await read(`publications?kind=custom-pages/${page.id}`)
    expect(versions.map(({ is_seen: isSeen }: { is_seen: boolean }) => isSeen)).toEqual([false, true])
  })

  it('is seen as before when its publishing is undone, and an earlier version can be restored', async () => {
    const page = await add({ ...text, es: { title: 'Clínica', body: '<p>Abierto.</p>' } })
    await publish(page)
    const later = await save(page, { title: 'Health', slug: 'health', body: '' })
    const change = await publish(later)
    expect(await undo(change)).toMatchObject({ left: [] })
    expect(await seen()).toEqual(open)
    const wanted = { kind: `custom-pages/${page.id}`, number: 1 }
    const restored = await world.admin.post(at('restored-publications'), { ...wanted, version: 2 })
    expect(restored.status).toBe(200)
    const restoredPage = { title: 'Clinic', slug: 'clinic', body: '<p>Open.</p>', es: { title: 'Clínica' } }
    expect(await read(`custom-pages/${page.id}`)).toMatchObject({ ...restoredPage, version: 3 })
    expect((await undo(restored.headers['x-change-id'])).left).toEqual([])
    const back = await read(`custom-pages/${page.id}`)
    expect(back).toMatchObject({ title: 'Health', slug: 'health', version: 4 })
    expect(back).not.toHaveProperty('es')
  })

  it('disappears when it’s deleted, and undo shows it as students saw it', async () => {
    const page = await add()
    const change = await publish(page)
    await save(page, { body: '<p>Draft</p>' })
    const deleted = await world.admin.delete(at(`custom-pages/${page.id}`))
    expect(await seen()).toEqual([])
    expect((await undo(change)).left).toEqual([expect.objectContaining({ reason: 'The page was deleted.' })])
    expect((await send(page)).status).toBe(422)
    await undo(deleted.headers['x-change-id'])
    expect(await seen()).toEqual(open)
    expect((await read(`custom-pages/${page.id}`)).body).toBe('<p>Draft</p>')
  })

  it('never has the URL of another that students see', async () => {
    const first = await add()
    await publish(first)
    const renamed = await save(first, { slug: 'health' })
    const second = await add({ ...text, title: 'Second' })
    const refused = await send(second)
    expect([refused.status, refused.body.errors.documents]).toEqual([
      422,
      ['Students would see “Clinic” and “Second” at the same URL. Publish both, or change the URL of one.'],
    ])
    expect(await seen()).toEqual(open)
    // a deleted one comes back only while its URL is free
    const deleted = await world.admin.delete(at(`custom-pages/${first.id}`))
    await publish(second)
    expect((await undo(deleted.headers['x-change-id'])).left).toEqual([
      expect.objectContaining({ name: 'Clinic', reason: 'Another page now uses this URL.' }),
    ])
    const third = await add({ ...text, title: 'Third', slug: 'third' })
    const swapped = await save(second, { title: 'Second', slug: 'second' })
    await publish(await save(third, { title: 'Third', slug: 'clinic' }), swapped)
    expect((await seen()).map(([address]: string[]) => address)).toEqual(['second', 'clinic'])
    expect(renamed.version).toBe(2)
  })

  it('of last year is copied as it’s saved, and seen once it’s published in the new year', async () => {
    const page = await add()
    await publish(page)
    await add({ ...text, title: 'Hidden', slug: 'hidden', published: false })
    const next = await buildPeriod(services.owner, { school_id: world.schoolId, state: 'draft' })
    const filled = await world.admin.post(at('fill', next), { copy_from_period_id: world.periodId })
    expect(filled.status).toBe(200)
    const pages = (await read('documents', next)).filter(({ kind }: { kind: string }) =>
      kind.startsWith('custom-pages/'),
    )
    expect(pages).toEqual([
      expect.objectContaining({ label: 'Clinic', is_published: true, published: null }),
      expect.objectContaining({ label: 'Hidden', is_published: false, published: null }),
    ])
    // a page that was published and deleted in the new year isn’t seen again because it’s copied again
    const [{ kind, version }] = pages
    const documents = [{ kind, version }]
    expect((await world.admin.post(at('publications', next), { documents })).status).toBe(200)
    for (const { id } of await read('custom-pages', next))
      await world.admin.delete(at(`custom-pages/${id}`, next))
    await world.admin.post(at('fill', next), { copy_from_period_id: world.periodId })
    expect(
      (await read('documents', next)).find((state: { kind: string }) => state.kind === kind),
    ).toMatchObject({
      published: null,
    })
  })
})

it('what students see stays the same by the migration that publishes pages', async () => {
  // as they were before it: seen as soon as they were saved
  const page = await add({ ...text, es: { title: 'Clínica' } })
  await add({ ...text, title: 'Hidden', slug: 'hidden', published: false })
  const deleted = await add({ ...text, title: 'Deleted', slug: 'deleted' })
  const change = await world.admin.delete(at(`custom-pages/${deleted.id}`))
  const file = new URL('../../platform/db/migrations/20261127_1102_published_pages.sql', import.meta.url)
  // only for this school: others of this database have their publications
  const statement = readFileSync(file, 'utf8').replace(
    'where published',
    `where published and school_id = ${world.schoolId}`,
  )
  await sql.raw(statement).execute(services.owner)
  expect(await seen()).toEqual(open)
  expect(await stateOf(page)).toMatchObject({ published: { number: 1, version: 1 } })
  expect(await read(`unpublished-changes?kind=custom-pages/${page.id}`)).toEqual([])
  await undo(change.headers['x-change-id'])
  expect(await seen()).toEqual([...open, ['deleted', 'Deleted', '<p>Open.</p>']])
})
