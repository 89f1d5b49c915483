import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createClient } from '#server/testing/client.ts'
import { publishForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
let slug: string
beforeAll(async () => {
  services = await startTestServices()
})
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  slug = (await world.admin.get(`/api/schools/${world.schoolId}`)).body.data.slug
  await publish('website-configuration', { is_live: true, languages: ['en', 'es'] })
})
afterAll(() => services.close())

const read = async (language: 'en' | 'es') =>
  (await createClient(services.app).get(`/api/public/sites/${slug}?language=${language}`)).body.data

const of = (kind: string) => `/api/periods/${world.periodId}/${kind}`

/** Saves part of a document of the policy year. */
const save = async (kind: string, change: object): Promise<number> => {
  const { version, ...present } = (await world.admin.get(of(kind))).body.data
  const { status, body } = await world.admin.put(of(kind), { ...present, ...change, version })
  expect([status, body.errors]).toEqual([200, undefined])
  return body.data.version
}
const publish = async (kind: string, change: object) => {
  const version = await save(kind, change)
  await world.admin.post(of('publications'), { documents: [{ kind, version }] })
}

const questions = {
  intro: '<p>Ask us.</p>',
  items: [
    { key: 'a', question: 'Who pays?', answer: '<p>You.</p>', es: { question: '¿Quién paga?' } },
    { key: 'b', question: 'When?', answer: '<p>In fall.</p>' },
  ],
}

it('students read what the office wrote in Spanish, and the rest in English, named as such', async () => {
  await publish('faqs', questions)
  const [spanish, english] = [await read('es'), await read('en')]
  const asked = (site: typeof spanish) =>
    site.faqs.items.map(({ question }: { question: string }) => question)
  expect([asked(spanish), asked(english)]).toEqual([
    ['¿Quién paga?', 'When?'],
    ['Who pays?', 'When?'],
  ])
  expect(spanish.texts_in_english.toSorted()).toEqual([
    '<p>Ask us.</p>',
    '<p>In fall.</p>',
    '<p>You.</p>',
    'When?',
  ])
  expect(english.texts_in_english).toEqual([])
  expect(JSON.stringify([spanish.faqs, english.faqs])).not.toContain('"es"')
})

it('a Spanish text waits for the publication, and is cleaned and told in the history like the English one', async () => {
  await publish('faqs', questions)
  const [first, second] = questions.items
  await save('faqs', {
    items: [{ ...first, es: { question: '¿Quién paga?', answer: '<p>Usted<script>x</script></p>' } }, second],
  })
  expect((await read('es')).faqs.items[0].answer).toBe('<p>You.</p>')
  const [entry] = (await world.admin.get(`${of('history')}?documents=faqs`)).body.data
  expect(entry.changes).toEqual([
    { field: 'faqs.items[Who pays?].es.answer', before: null, after: '<p>Usted</p>' },
  ])
})

it('an option has its Spanish name in both forms, and students send the one of the records', async () => {
  const program = [{ key: 'a', value: 'Nursing', is_retired: false, es: { value: 'Enfermería' } }]
  const options = { program, campus: [], rotation_location: [], graduation_year: [], loa_reason: [] }
  await save('enroll-form/dropdowns-and-notices', { options })
  await publishForm(world, { fields: [{ name: 'program' }] })
  expect((await world.admin.get(of('waiver-form/dropdowns-and-notices'))).body.data.options).toMatchObject(
    options,
  )
  const field = async (language: 'en' | 'es') =>
    (await read(language)).forms.waive.page.steps[0].fields.find(
      (one: { name: string }) => one.name === 'program',
    )
  expect((await field('es')).choices).toEqual([{ value: 'Nursing', label: 'Enfermería' }])
  expect((await field('en')).choices).toEqual([{ value: 'Nursing', label: 'Nursing' }])
})

it('a custom page is in Spanish, with its title in the menu, and is copied into the next year', async () => {
  const { id, key } = (await world.admin.post(of('custom-pages'), { title: 'Clinic', published: true })).body
    .data
  const { menu } = (await world.admin.get(of('website-configuration'))).body.data
  await publish('website-configuration', { menu: [...menu, { key, label: null, is_visible: true }] })
  const page = { title: 'Clinic', slug: 'clinic', body: '<p>Open.</p>', published: true }
  const es = { title: 'Clínica', body: '<p>Abierto<script>x</script>.</p>' }
  await world.admin.put(of(`custom-pages/${id}`), { ...page, es })
  const documents = [{ kind: `custom-pages/${id}`, version: 2 }]
  expect((await world.admin.post(of('publications'), { documents })).status).toBe(200)
  const site = await read('es')
  expect([site.pages[0].title, site.pages[0].body]).toEqual(['Clínica', '<p>Abierto.</p>'])
  expect(site.menu.at(-1).label).toBe('Clínica')
  const [published, entry] = (await world.admin.get(`${of('history')}?documents=custom-pages`)).body.data
  expect(published.kind).toBe('period_documents_published')
  expect(entry.changes.map(({ field }: { field: string }) => field)).toEqual(
    expect.arrayContaining(['custom-pages[Clinic].es.title', 'custom-pages[Clinic].es.body']),
  )
  const { body } = await world.admin.post('/api/periods', {
    school_id: world.schoolId,
    name: '2027-28',
    starts_on: '2027-08-01',
    ends_on: '2028-07-31',
    copy_from_period_id: world.periodId,
  })
  const [copied] = (await world.admin.get(`/api/periods/${body.data.id}/custom-pages`)).body.data
  const copy = (await world.admin.get(`/api/periods/${body.data.id}/custom-pages/${copied.id}`)).body.data
  expect(copy.es.title).toBe('Clínica')
})

it('Spanish is outdated once its English changes, until someone says that it’s still right', async () => {
  await save('faqs', questions)
  const [first, second] = questions.items
  const checks = async () =>
    (await world.admin.get(of('checks'))).body.data
      .filter(
        ({ kind, document }: { kind: string; document: string }) =>
          kind === 'not_translated' && document === 'faqs',
      )
      .map(({ words }: { words: string }) => words)
  const item = async () => (await world.admin.get(of('faqs'))).body.data.items[0]
  const latest = async () => (await world.admin.get(`${of('history')}?documents=faqs`)).body.data[0].changes
  expect(await checks()).toEqual(['“FAQs”: 4 of 5 texts have no Spanish.'])
  // as someone sends it who doesn’t know the hashes
  await save('faqs', { items: [{ ...first, question: 'Who pays the bill?', es: (await item()).es }, second] })
  expect(await latest()).toMatchObject([{ field: 'faqs.items[Who pays?].question' }])
  expect(await checks()).toEqual([
    '“FAQs”: 4 of 5 texts have no Spanish. 1 of 5 texts changed in English since it was translated.',
  ])
  expect(await read('es')).toMatchObject({ is_open: true })
  const { es, ...rest } = await item()
  await save('faqs', { items: [{ ...rest, es: { ...es, of: { question: null } } }, second] })
  expect(await latest()).toEqual([
    { field: 'faqs.items[Who pays the bill?].es.question', before: 'English changed', after: 'Still right' },
  ])
  expect(await checks()).toEqual(['“FAQs”: 4 of 5 texts have no Spanish.'])
})

it('a rule’s message and a custom page are outdated like the texts of documents', async () => {
  const { documents_required: rule } = (await world.admin.get(of('waiver-configuration'))).body.data
  const message = { ...rule.message, en: 'Send your card.', es: 'Envíe su tarjeta.' }
  const on = { ...rule, is_on: true }
  await save('waiver-configuration', { documents_required: { ...on, message } })
  const saved = (await world.admin.get(of('waiver-configuration'))).body.data.documents_required.message
  await save('waiver-configuration', {
    documents_required: { ...on, message: { ...saved, en: 'Send both sides of your card.' } },
  })
  const [entry] = (await world.admin.get(`${of('history')}?documents=waiver-configuration`)).body.data
  expect(entry.changes.map(({ field }: { field: string }) => field)).toEqual([
    'waiver-configuration.documents_required.message.en',
  ])
  const page = { title: 'Clinic', body: '<p>Open.</p>', es: { title: 'Clínica', body: '<p>Abierto.</p>' } }
  const { id, slug: path } = (await world.admin.post(of('custom-pages'), page)).body.data
  const { es } = (await world.admin.get(of(`custom-pages/${id}`))).body.data
  const change = { title: 'Health clinic', slug: path, body: page.body, es, published: false }
  expect((await world.admin.put(of(`custom-pages/${id}`), change)).status).toBe(200)
  const words = (await world.admin.get(of('checks'))).body.data
    .filter(({ kind }: { kind: string }) => kind === 'not_translated')
    .map((one: { words: string }) => one.words)
  expect(words).toEqual([
    '“Waiver options”: 1 of 1 text changed in English since it was translated.',
    '“Custom pages”: 1 of 2 texts changed in English since it was translated.',
  ])
})

it('the site isn’t offered in a language in which the office’s texts have no place', async () => {
  const { version, ...website } = (await world.admin.get(of('website-configuration'))).body.data
  const { status, body } = await world.admin.put(of('website-configuration'), {
    ...website,
    version,
    languages: ['en', 'fr'],
  })
  expect([status, body.errors]).toEqual([422, { languages: ['The student site isn’t available in French.'] }])
})
