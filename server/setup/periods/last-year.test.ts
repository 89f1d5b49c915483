import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
let copy: string
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const faqs = {
  intro: '<p>For the 2026–27 policy year.</p>',
  items: [
    { key: 'a', question: 'When is the deadline?', answer: '<p>On Tuesday, September 15, 2026.</p>' },
    { key: 'b', question: 'Who pays?', answer: '<p>You do.</p>' },
  ],
}

const years = (...values: string[]) => values.map((value) => ({ key: `y${value}`, value, is_retired: false }))

const dropdowns = {
  options: {
    program: [],
    campus: [],
    rotation_location: [],
    graduation_year: years('2027', '2028'),
    loa_reason: [],
  },
  notices: [],
}

/** Last year’s setup in the school’s own policy year, and a copy of it. */
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  const { admin, periodId, schoolId } = world
  const from = `/api/periods/${periodId}`
  await admin.put(`${from}/faqs`, faqs)
  await admin.put(`${from}/enroll-form/dropdowns-and-notices`, dropdowns)
  await admin.post(`${from}/custom-pages`, {
    title: 'Fees 2026–27',
    body: '<p>Due in 2026.</p>',
    published: true,
  })
  const made = await admin.post('/api/periods', {
    school_id: schoolId,
    name: '2027–28',
    starts_on: '2027-08-01',
    ends_on: '2028-07-31',
    copy_from_period_id: periodId,
  })
  copy = `/api/periods/${made.body.data.id}`
})

const read = async (path: string) => (await world.admin.get(`${copy}/${path}`)).body.data
const lines = async () =>
  (await read('checks'))
    .filter(({ kind }: { kind: string }) => kind === 'last_year')
    .map(({ words }: { words: string }) => words)

interface Text {
  readonly document: string
  readonly path: string
  readonly version: number
}

const replaceAll = async () => {
  const { texts } = await read('last-year-texts')
  return world.admin.post(`${copy}/last-year-texts`, {
    texts: texts.map(({ document, path, version }: Text) => ({ document, path, version })),
  })
}

describe('last year’s texts', () => {
  it('are lines of Setup after a copy, until they’re replaced', async () => {
    const year = (await world.admin.get(`/api/periods/${world.periodId}/about`)).body.data.name
    expect(await lines()).toEqual([
      `Class years 2027, 2028 are from ${year}.`,
      `“For the 2026–27 policy year.” is from ${year}.`,
      `“On Tuesday, September 15, 2026.” is from ${year}.`,
      `“Fees 2026–27” is from ${year}.`,
      `“Due in 2026.” is from ${year}.`,
    ])
    expect((await replaceAll()).body.data).toEqual({ replaced: 5 })
    expect(await lines()).toEqual([])
    expect(await read('faqs')).toMatchObject({
      intro: '<p>For the 2027–28 policy year.</p>',
      items: [{ answer: '<p>On Wednesday, September 15, 2027.</p>' }, { answer: '<p>You do.</p>' }],
    })
    for (const form of ['enroll-form', 'waiver-form'])
      expect((await read(`${form}/dropdowns-and-notices`)).options.graduation_year).toMatchObject([
        { value: '2027', is_retired: true },
        { value: '2028', is_retired: false },
        { value: '2029', is_retired: false },
      ])
    const [{ id }] = await read('custom-pages')
    expect(await read(`custom-pages/${id}`)).toMatchObject({
      title: 'Fees 2027–28',
      body: '<p>Due in 2027.</p>',
    })
    // the year that was copied is as it was
    expect((await world.admin.get(`/api/periods/${world.periodId}/faqs`)).body.data).toMatchObject(faqs)
  })

  it('are restored by undo, except those that changed again', async () => {
    const change = (await replaceAll()).headers['x-change-id']
    const intro = '<p>New.</p>'
    await world.admin.put(`${copy}/faqs`, { ...(await read('faqs')), intro })
    const undone = await world.admin.post(`/api/changes/${change}/undo`)
    expect(undone.body.data).toMatchObject({
      reverted: 2,
      left: [{ name: 'FAQs', reason: 'It changed after that.' }],
    })
    expect((await read('faqs')).intro).toBe(intro)
    expect((await read('enroll-form/dropdowns-and-notices')).options).toEqual(dropdowns.options)
    expect((await read('waiver-form/dropdowns-and-notices')).options).toEqual(dropdowns.options)
    const [{ id }] = await read('custom-pages')
    expect(await read(`custom-pages/${id}`)).toMatchObject({
      title: 'Fees 2026–27',
      body: '<p>Due in 2026.</p>',
    })
  })

  it('are replaced all or none, each as it was read', async () => {
    const { texts } = await read('last-year-texts')
    await world.admin.put(`${copy}/faqs`, { ...(await read('faqs')), intro: '<p>In 2026</p>' })
    const asked = texts.map(({ document, path, version }: Text) => ({ document, path, version }))
    const late = await world.admin.post(`${copy}/last-year-texts`, { texts: asked })
    expect([late.status, late.body.message]).toEqual([409, 'Someone else changed one of these texts.'])
    expect((await read('enroll-form/dropdowns-and-notices')).options).toEqual(dropdowns.options)
  })

  it('aren’t looked for in a year that wasn’t copied', async () => {
    const own = (await world.admin.get(`/api/periods/${world.periodId}/last-year-texts`)).body.data
    expect(own).toEqual({ copied_from: null, texts: [] })
  })
})
