import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { pngOf } from '#server/testing/sample-files.ts'
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

const add = async (name: string, of: SchoolWorld = world): Promise<{ id: number; url: string }> => {
  const fields = { school_id: String(of.schoolId) }
  return (await of.admin.upload('/api/schools/image', fields, { name, bytes: pngOf(20, 10) })).body.data
}
const uses = async (of: SchoolWorld = world) =>
  (await of.admin.get(`/api/schools/${of.schoolId}/file-uses`)).body.data
const put = async (path: string, body: object): Promise<void> => {
  expect((await world.admin.put(`/api/periods/${path}`, body)).status).toBe(200)
}
const writeFaqs = (periodId: number, intro: string) => put(`${periodId}/faqs`, { intro, items: [] })
const publishFaqs = async (periodId: number, version: number): Promise<void> => {
  const body = { documents: [{ kind: 'faqs', version }] }
  expect((await world.admin.post(`/api/periods/${periodId}/publications`, body)).status).toBe(200)
}
const img = ({ url }: { url: string }): string => `<p><img src="${url}" alt="Shore"></p>`
const short = (all: { label: string; is_published: boolean }[]) =>
  all.map(({ label, is_published }) => [label, is_published])

it('a file’s uses in pages and documents are listed once each, the latest year first', async () => {
  const shore = await add('shore.png')
  await add('unused.png')
  const next = await buildPeriod(services.owner, {
    school_id: world.schoolId,
    name: '2027–28',
    starts_on: '2027-08-01',
    ends_on: '2028-07-31',
  })
  await writeFaqs(world.periodId, img(shore) + img(shore))
  // linked brochures and images count too
  const link = { key: 'a', label: 'Shore', url: `https://shipmate.example${shore.url}`, description: null }
  await put(`${world.periodId}/resources-and-links`, {
    intro: '',
    groups: [{ key: 'g', title: 'More', links: [link] }],
  })
  await writeFaqs(next, img(shore))
  const pages = `/api/periods/${next}/custom-pages`
  await world.admin.post(pages, { title: 'Appeals' })
  const { id } = (await world.admin.post(pages, { title: 'Clinic' })).body.data
  await put(`${next}/custom-pages/${id}`, {
    title: 'Clinic',
    slug: 'clinic',
    body: img(shore),
    published: true,
    version: 1,
  })
  const found = await uses()
  expect(found.map(({ file_id }: { file_id: number }) => file_id)).toEqual(Array(4).fill(shore.id))
  expect(found[1]).toEqual({
    file_id: shore.id,
    period_id: next,
    period_name: '2027–28',
    document: 'custom-pages',
    label: 'Clinic',
    page_order: 2,
    is_published: false,
  })
  expect(short(found)).toEqual([
    ['FAQs', false],
    ['Clinic', false],
    ['Resources and links', false],
    ['FAQs', false],
  ])
})

it('a use that students still see counts even if the draft changed; earlier publications don’t count', async () => {
  const shore = await add('shore.png')
  await writeFaqs(world.periodId, img(shore))
  await publishFaqs(world.periodId, 1)
  await writeFaqs(world.periodId, '')
  expect(short(await uses())).toEqual([['FAQs', true]])
  await publishFaqs(world.periodId, 2)
  expect(await uses()).toEqual([])
})

it('a custom page that students see counts as published, whatever is saved, and not once it’s deleted', async () => {
  const shore = await add('shore.png')
  const base = `/api/periods/${world.periodId}`
  const body = img(shore)
  const { id, version } = (
    await world.admin.post(`${base}/custom-pages`, { title: 'Clinic', body, published: true })
  ).body.data
  const documents = [{ kind: `custom-pages/${id}`, version }]
  expect((await world.admin.post(`${base}/publications`, { documents })).status).toBe(200)
  await put(`${world.periodId}/custom-pages/${id}`, {
    title: 'Clinic',
    slug: 'clinic',
    body: '',
    published: true,
  })
  expect(await uses()).toEqual([
    expect.objectContaining({ document: 'custom-pages', label: 'Clinic', page_order: 1, is_published: true }),
  ])
  await world.admin.delete(`${base}/custom-pages/${id}`)
  expect(await uses()).toEqual([])
})

it('removed pages, years and files don’t count', async () => {
  const shore = await add('shore.png')
  const pages = `/api/periods/${world.periodId}/custom-pages`
  const { id } = (await world.admin.post(pages, { title: 'Clinic' })).body.data
  const page = { title: 'Clinic', slug: 'clinic', body: img(shore), published: false, version: 1 }
  await put(`${world.periodId}/custom-pages/${id}`, page)
  expect(short(await uses())).toEqual([['Clinic', false]])
  expect((await world.admin.delete(`${pages}/${id}`)).status).toBe(204)
  expect(await uses()).toEqual([])
  await writeFaqs(world.periodId, img(shore))
  expect(short(await uses())).toEqual([['FAQs', false]])
  await world.admin.delete(`/api/schools/${world.schoolId}/files/${shore.id}`)
  expect(await uses()).toEqual([])
})

it('another school’s texts don’t count for this school’s files, nor the reverse', async () => {
  const other = await buildSchoolWorld(services)
  const theirs = await add('theirs.png', other)
  await writeFaqs(world.periodId, img(theirs))
  expect([await uses(), await uses(other)]).toEqual([[], []])
  expect((await world.registrar.get(`/api/schools/${world.schoolId}/file-uses`)).status).toBe(403)
})
