import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
})
afterAll(() => services.close())

const fresh = async () => `/api/periods/${await buildPeriod(services.owner, { school_id: world.schoolId })}`
const contentOf = async (path: string) => (await world.admin.get(path)).body.data
const fieldOf = (name: string, key = name.replaceAll(/[^a-z0-9]/g, '-')) => ({
  key,
  name,
  label: null,
  help: null,
  is_required: true,
})
const stepOf = (...names: string[]) => ({
  key: 'one',
  title: 'About you',
  body: '',
  fields: names.map((name, index) => fieldOf(name, `f${index}`)),
})

describe('the forms of the student site', () => {
  it('store fields by their current name, whichever name was sent', async () => {
    const path = `${await fresh()}/waiver-form`
    const names = [
      'student.program',
      'student_period.campus',
      'first_name',
      'student.sid',
      'medical_waive_group_number',
    ]
    const saved = await world.admin.put(path, { ...(await contentOf(path)), steps: [stepOf(...names)] })
    expect(saved.status).toBe(200)
    const stored = (await contentOf(path)).steps[0].fields.map(({ name }: { name: string }) => name)
    expect(stored).toEqual(['program', 'campus', 'first_name', 'sid', 'medical_waive_group_number'])
  })

  it.each([
    ['waiver-form', 'dependents'],
    ['waiver-form', 'medical_enroll_group_number'],
    ['enroll-form', 'medical_waive_group_number'],
    ['enroll-form', 'admin_fee'],
    ['enroll-form', 'student.status'],
    ['enroll-form', 'shoe_size'],
  ])('%s can’t ask for %s', async (kind, name) => {
    const path = `${await fresh()}/${kind}`
    const answer = await world.admin.put(path, { ...(await contentOf(path)), steps: [stepOf('sid', name)] })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['steps.0.fields.1.name']])
  })

  it('ask for each field once', async () => {
    const path = `${await fresh()}/enroll-form`
    const steps = [stepOf('sid', 'student.program'), { ...stepOf('dependents', 'program'), key: 'two' }]
    const answer = await world.admin.put(path, { ...(await contentOf(path)), steps })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['steps.1.fields.1.name']])
  })
})

describe('pages of the student site', () => {
  it('have only the school’s own pictures in their texts', async () => {
    const path = `${await fresh()}/home-page`
    const intro = '<p>a<img src="/media/x1.png" alt="Hall"><img src="https://evil.example/y.png"></p>'
    const saved = await world.admin.put(path, { ...(await contentOf(path)), intro })
    expect(saved.body.data.intro).toBe('<p>a<img src="/media/x1.png" alt="Hall"></p>')
  })

  it('report by field what doesn’t match', async () => {
    const base = await fresh()
    const home = await world.admin.put(`${base}/home-page`, {
      ...(await contentOf(`${base}/home-page`)),
      announcement: { text: 'Soon', tone: 'info', from: '2026-09-02', to: '2026-09-01' },
      image: { src: '/media/x1.png', alt: null },
    })
    expect(Object.keys(home.body.errors)).toEqual(['announcement.to', 'image.alt'])
    const contact = await world.admin.put(`${base}/contact-form`, {
      ...(await contentOf(`${base}/contact-form`)),
      is_on: true,
    })
    expect(Object.keys(contact.body.errors)).toEqual(['recipients'])
    const site = await world.admin.put(`${base}/website-configuration`, {
      is_live: true,
      menu: [],
      languages: ['en', 'en'],
    })
    expect(Object.keys(site.body.errors)).toEqual(['languages'])
  })

  it('have at most one statement for each requirement, in the waiver form only', async () => {
    const base = await fresh()
    const statement = (key: string, more: object = {}) => ({ key, label: 'I agree.', ...more })
    const put = async (kind: string, attestations: readonly object[]) =>
      world.admin.put(`${base}/${kind}`, { ...(await contentOf(`${base}/${kind}`)), attestations })
    const truth = { confirms: 'truth' }
    const twice = await put('waiver-form', [statement('a', truth), statement('b'), statement('c', truth)])
    expect(twice.body.errors).toEqual({
      'attestations.2.confirms': ['Another statement already answers this requirement.'],
    })
    expect((await put('waiver-form', [statement('a', { confirms: 'cobra_proof' })])).status).toBe(422)
    const enroll = await put('enroll-form', [statement('a', truth)])
    expect(Object.keys(enroll.body.errors)).toEqual(['attestations.0.confirms'])
    expect((await put('enroll-form', [statement('a', { confirms: null })])).status).toBe(200)
    const mixed = [statement('a', truth), statement('b'), statement('c', { confirms: null })]
    expect((await put('waiver-form', mixed)).status).toBe(200)
    expect((await contentOf(`${base}/waiver-form`)).attestations).toEqual(mixed)
  })

  it('link only to the web and to own uploads', async () => {
    const path = `${await fresh()}/resources-and-links`
    const link = (url: string) => ({ key: 'a', label: 'Brochure', url, description: null })
    const put = (url: string) =>
      world.admin.put(path, { intro: '', groups: [{ key: 'g', title: 'More', links: [link(url)] }] })
    expect((await put('javascript:alert(1)')).status).toBe(422)
    expect((await put('/media/brochure.pdf')).status).toBe(200)
  })
})
