import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentName } from '#contract/platform/document.ts'
import { periodDocuments } from '#contract/setup/period-documents/documents.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
})
afterAll(() => services.close())

const fresh = async () => `/api/periods/${await buildPeriod(services.owner, { school_id: world.schoolId })}`
const changesOf = async (base: string) =>
  (await world.admin.get(`${base}/history`)).body.data.flatMap(
    (entry: { kind: string; changes: { field: string }[] }) =>
      entry.changes.map(({ field }) => `${entry.kind} ${field}`),
  )

describe.each(periodDocuments.map(({ kind }) => kind))('the document %s', (kind) => {
  it('can be read before it’s saved, and accepts what it returned', async () => {
    const path = `${await fresh()}/${kind}`
    const { status, body } = await world.admin.get(path)
    expect([status, body.data.version]).toEqual([200, 0])
    const saved = await world.admin.put(path, body.data)
    expect(saved.status).toBe(200)
    expect(saved.body.data).toEqual({ ...body.data, version: 1 })
  })

  it('returns 409 for an outdated version, and saves nothing', async () => {
    const path = `${await fresh()}/${kind}`
    const { data } = (await world.admin.get(path)).body
    await world.admin.put(path, data)
    const late = await world.admin.put(path, data)
    expect([late.status, late.body.code]).toEqual([409, 'stale'])
    expect(late.body.data).toEqual({ ...data, version: 1 })
    expect((await world.admin.get(path)).body.data.version).toBe(1)
  })

  it('accepts only its own keys, and only with access to the school', async () => {
    const base = await fresh()
    const { data } = (await world.admin.get(`${base}/${kind}`)).body
    const unknown = await world.admin.put(`${base}/${kind}`, { ...data, colour: 'red' })
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['colour']])
    expect((await world.registrar.put(`${base}/${kind}`, data)).status).toBe(403)
    const other = await buildSchoolWorld(services)
    const foreign = await other.registrar.get(`${base}/${kind}`)
    expect([403, 404]).toContain(foreign.status)
  })
})

describe('period documents', () => {
  it('are separate in the history', async () => {
    const base = await fresh()
    const texts = {
      faqs: { intro: '<p>Ask us.</p>' },
      'enroll-form': { steps: [{ key: 's', title: 'You', body: '', fields: [] }] },
      'enroll-form/intro': { body: '<p>Welcome.</p>' },
    }
    for (const [kind, change] of Object.entries(texts)) {
      const { data } = (await world.admin.get(`${base}/${kind}`)).body
      expect((await world.admin.put(`${base}/${kind}`, { ...data, ...change })).status).toBe(200)
    }
    const askFor = async (query: string) => {
      const { status, body } = await world.admin.get(`${base}/history?${query}`)
      const entries: { changes: { field: string }[] }[] = body.data ?? []
      return [status, body.meta?.total, entries.flatMap(({ changes }) => changes.map(({ field }) => field))]
    }
    expect(await askFor('documents=faqs')).toEqual([200, 1, ['faqs.intro']])
    expect(await askFor('documents=enroll-form/intro')).toEqual([200, 1, ['enroll-form/intro.body']])
    expect(await askFor('documents=faqs,enroll-form/intro&per_page=1')).toEqual([
      200,
      2,
      ['enroll-form/intro.body'],
    ])
    expect(await askFor('documents=contact-form')).toEqual([200, 0, []])
    expect((await askFor('documents=FAQs!'))[0]).toBe(422)
  })

  it('write their fields that are columns of the period, and get a new version when those change elsewhere', async () => {
    const base = await fresh()
    const { data } = (await world.admin.get(`${base}/dates`)).body
    await world.admin.put(`${base}/dates`, { ...data, waiver_deadline_on: '2026-10-01' })
    const { data: about } = (await world.admin.get(`${base}/about`)).body
    expect(about.waiver_deadline_on).toBe('2026-10-01')
    await world.admin.put(`${base}/about`, { ...about, waiver_deadline_on: '2026-10-15' })
    expect((await world.admin.get(`${base}/dates`)).body.data).toMatchObject({
      waiver_deadline_on: '2026-10-15',
      version: 2,
    })
    const late = await world.admin.put(`${base}/dates`, { ...data, version: 1 })
    expect(late.status).toBe(409)
  })

  it('report by field what doesn’t match', async () => {
    const base = await fresh()
    const { data } = (await world.admin.get(`${base}/dates`)).body
    const term = { key: 'fall', name: 'Fall', starts_on: '2026-12-31', ends_on: '2026-08-01' }
    const answer = await world.admin.put(`${base}/dates`, { ...data, coverage_terms: [term, term] })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual([
      'coverage_terms.0.ends_on',
      'coverage_terms.1.ends_on',
      'coverage_terms.1.key',
    ])
  })

  it('accept Medicaid states that exist, each once', async () => {
    const path = `${await fresh()}/waiver-configuration`
    const { data } = (await world.admin.get(path)).body
    const putStates = (states: string[]) =>
      world.admin.put(path, {
        ...data,
        medicaid_state: { ...data.medicaid_state, parameters: { states, class_years: [] } },
      })
    const field = (index: number) => `medicaid_state.parameters.states.${index}`
    const errorsOf = async (states: string[]) => Object.keys((await putStates(states)).body.errors)
    expect(await errorsOf(['NY', 'Jersey'])).toEqual([field(1)])
    expect(await errorsOf(['NY', 'AE', 'NY'])).toEqual([field(1), field(2)])
    expect((await putStates(['NY', 'DC', 'PR'])).status).toBe(200)
  })

  it('clean rich text, and record which item changed', async () => {
    const base = await fresh()
    const item = {
      key: 'a',
      question: 'Who pays?',
      answer: '<p onclick="x()">You <b>do</b></p><script>1</script>',
    }
    const saved = await world.admin.put(`${base}/faqs`, { intro: '', items: [item] })
    expect(saved.body.data.items[0].answer).toBe('<p>You <strong>do</strong></p>')
    await world.admin.put(`${base}/faqs`, { intro: '', items: [{ ...item, question: 'Who is billed?' }] })
    expect(await changesOf(base)).toEqual([
      'period_document_changed faqs.items[Who pays?].question',
      'period_document_changed faqs.items',
      'period_document_changed faqs.items[Who pays?].question',
      'period_document_changed faqs.items[Who pays?].answer',
    ])
  })

  it('can have 2 MB of text and no more', async () => {
    const base = await fresh()
    const text = (size: number) => `<p>${'a'.repeat(size - 7)}</p>`
    const put = (size: number) => world.admin.put(`${base}/faqs`, { intro: text(size), items: [] })
    expect((await put(2_000_000)).status).toBe(200)
    const larger = await put(2_000_001)
    expect([larger.status, Object.keys(larger.body.errors)]).toEqual([422, ['intro']])
    expect((await put(3_200_000)).status).toBe(413)
  })

  it('saved unchanged record nothing', async () => {
    const base = await fresh()
    await world.admin.put(`${base}/faqs`, { intro: '<p>Hello</p>', items: [] })
    const again = await world.admin.put(`${base}/faqs`, { intro: '<p>Hello</p>', items: [], version: 1 })
    expect(again.body.data.version).toBe(1)
    expect(await changesOf(base)).toHaveLength(1)
  })

  it('are all in the full period, each the same as in its own call', async () => {
    const base = await fresh()
    const page = await world.admin.post(`${base}/custom-pages`, { title: 'Clinic', body: '<p>Open</p>' })
    const { data } = (await world.admin.get(base)).body
    const more = ['id', 'school_id', 'about', 'custom_pages', 'unreadable']
    expect(new Set(Object.keys(data))).toEqual(
      new Set([...more, ...periodDocuments.map(({ kind }) => documentName(kind))]),
    )
    expect([data.school_id, data.custom_pages, data.unreadable]).toEqual([
      world.schoolId,
      [page.body.data],
      [],
    ])
    for (const kind of ['about', ...periodDocuments.map((document) => document.kind)])
      expect(data[documentName(kind)]).toEqual((await world.admin.get(`${base}/${kind}`)).body.data)
  })

  // docs/domain.md, “Who may change what”
  it('can be read by school admins as decided, in their own calls and in the full period', async () => {
    const base = await fresh()
    const open = [
      'enrollment-options',
      'dates',
      'insurance-configuration',
      'medical-plan',
      'dental-plan',
      'vision-plan',
      'enroll-form/dropdowns-and-notices',
      'waiver-form/dropdowns-and-notices',
    ]
    const status = async (kind: string) => (await world.registrar.get(`${base}/${kind}`)).status
    for (const { kind } of periodDocuments)
      expect([kind, await status(kind)]).toEqual([kind, open.includes(kind) ? 200 : 403])
    expect(new Set(Object.keys((await world.registrar.get(base)).body.data))).toEqual(
      new Set(['id', 'school_id', 'about', 'unreadable', ...open.map(documentName)]),
    )
  })
})

describe('publishing', () => {
  const save = (base: string, intro: string) => world.admin.put(`${base}/faqs`, { intro, items: [] })
  const publish = (base: string, version: number) =>
    world.admin.post(`${base}/publications`, { documents: [{ kind: 'faqs', version }] })

  it('shows the changes, publishes the version that was read, and keeps every publication', async () => {
    const base = await fresh()
    await save(base, '<p>One</p>')
    expect((await publish(base, 1)).status).toBe(200)
    await save(base, '<p>Two</p>')
    const pending = await world.admin.get(`${base}/unpublished-changes?kind=faqs`)
    expect(pending.body.data).toEqual([{ field: 'faqs.intro', before: '<p>One</p>', after: '<p>Two</p>' }])
    const published = await publish(base, 2)
    expect(published.body.data.find(({ kind }: { kind: string }) => kind === 'faqs')).toMatchObject({
      version: 2,
      published: { number: 2, version: 2 },
    })
    const all = (await world.admin.get(`${base}/publications?kind=faqs`)).body.data
    expect(Object.keys(all[0]).sort()).toEqual(['at', 'by', 'is_seen', 'number', 'version'])
    expect(all.map(({ number }: { number: number }) => number)).toEqual([2, 1])
    expect((await world.admin.get(`${base}/unpublished-changes?kind=faqs`)).body.data).toEqual([])
  })

  it('publishes nothing that the user hasn’t seen', async () => {
    const base = await fresh()
    await save(base, '<p>One</p>')
    await save(base, '<p>Two</p>')
    expect((await publish(base, 1)).status).toBe(409)
    expect((await world.admin.get(`${base}/publications?kind=faqs`)).body.data).toEqual([])
  })

  it('refuses documents that can’t be published or don’t exist', async () => {
    const base = await fresh()
    for (const kind of ['dates', 'dreams']) {
      const answer = await world.admin.post(`${base}/publications`, { documents: [{ kind, version: 1 }] })
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['documents.0.kind']])
    }
  })
})
