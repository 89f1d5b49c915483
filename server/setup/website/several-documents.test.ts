import { afterAll, beforeAll, expect, it } from 'vitest'
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

const fresh = async () => {
  const base = `/api/periods/${await buildPeriod(services.owner, { school_id: world.schoolId })}`
  const read = async (kind: string) => (await world.admin.get(`${base}/${kind}`)).body.data
  const save = (documents: object) => world.admin.put(`${base}/documents`, { documents })
  return { base, read, save }
}

it('several documents are saved at once, as one change with one undo', async () => {
  const { base, read, save } = await fresh()
  const [faqs, dates] = [await read('faqs'), await read('dates')]
  const answer = await save({
    faqs: { ...faqs, intro: '<p>Hello</p>' },
    dates: { ...dates, waiver_deadline_on: '2026-09-15' },
  })
  expect(answer.status).toBe(200)
  expect(answer.body.data.documents).toMatchObject({
    faqs: { intro: '<p>Hello</p>', version: 1 },
    dates: { waiver_deadline_on: '2026-09-15', version: dates.version + 1 },
  })
  const entries = (await world.admin.get(`${base}/history`)).body.data
  expect(new Set(entries.map((entry: { change_id: number }) => entry.change_id)).size).toBe(1)
})

it('errors in all of them are reported together, and nothing is saved', async () => {
  const { read, save } = await fresh()
  const [dates, rules] = [await read('dates'), await read('insurance-configuration')]
  const badFee = await save({
    dates: { ...dates, waiver_deadline_on: '2026-09-15' },
    insurance_configuration: { ...rules, late_waiver_fee: '-5' },
  })
  expect(badFee.status).toBe(422)
  expect(Object.keys(badFee.body.errors)).toEqual(['documents.insurance_configuration.late_waiver_fee'])
  // rules between the fields of each document
  const twice = { key: 'a', question: 'Who?', answer: '' }
  const late = { ...dates, waiver_opens_on: '2026-09-20', waiver_deadline_on: '2026-09-15' }
  const both = await save({ faqs: { intro: '', items: [twice, twice] }, dates: late })
  expect(both.status).toBe(422)
  expect(Object.keys(both.body.errors).map((field) => field.split('.')[1])).toEqual(['dates', 'faqs'])
  expect(await read('dates')).toEqual(dates)
  expect((await read('faqs')).version).toBe(0)
})

it('one outdated document refuses all, with its current version', async () => {
  const { base, read, save } = await fresh()
  const [faqs, home] = [await read('faqs'), await read('home-page')]
  await world.admin.put(`${base}/faqs`, { ...faqs, intro: '<p>Theirs</p>' })
  const answer = await save({ faqs: { ...faqs, intro: '<p>Mine</p>' }, home_page: home })
  expect([answer.status, answer.body.code]).toEqual([409, 'stale'])
  expect(answer.body.data).toEqual({ documents: { faqs: { ...faqs, intro: '<p>Theirs</p>', version: 1 } } })
  expect((await read('home-page')).version).toBe(0)
})

it('both forms’ options can be saved together, although each contains the other’s', async () => {
  const { read, save } = await fresh()
  const enroll = await read('enroll-form/dropdowns-and-notices')
  const waiver = await read('waiver-form/dropdowns-and-notices')
  const [field] = Object.keys(enroll.options)
  const options = { ...enroll.options, [field!]: [{ key: 'one', value: 'Pharmacy', is_retired: false }] }
  const answer = await save({
    enroll_form_dropdowns_and_notices: { ...enroll, options },
    waiver_form_dropdowns_and_notices: { ...waiver, options },
  })
  expect(answer.status).toBe(200)
  expect((await read('waiver-form/dropdowns-and-notices')).options).toEqual(options)
})

it('an empty list, an unknown name and another school’s period are refused', async () => {
  const { base, save } = await fresh()
  expect((await save({})).status).toBe(422)
  expect((await save({ nonsense: {} })).status).toBe(422)
  const registrar = await world.registrar.put(`${base}/documents`, { documents: {} })
  expect(registrar.status).toBe(403)
})
