import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { medicalPlan } from '#contract/setup/period-documents/plans.ts'
import { pdfOf } from '#server/testing/sample-files.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildPeriod } from '../factory.ts'

const noPremiums = medicalPlan.empty.premiums

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})

const at = (period: number, kind: string) => `/api/periods/${period}/${kind}`
const setUp = async (period: number, kind: string, change: object) => {
  const { data } = (await world.admin.get(at(period, kind))).body
  expect((await world.admin.put(at(period, kind), { ...data, ...change })).status).toBe(200)
}
const copy = async () => {
  const made = await world.admin.post('/api/periods', {
    school_id: world.schoolId,
    name: 'Next',
    starts_on: '2027-08-01',
    ends_on: '2028-07-31',
    copy_from_period_id: world.periodId,
  })
  expect(made.status).toBe(201)
  return made.body.data.id as number
}

describe('a period copied with its setup', () => {
  it('has the same documents, dates one year later, and nothing published', async () => {
    await setUp(world.periodId, 'medical-plan', { name: 'Gold' })
    await setUp(world.periodId, 'dates', {
      enrollment_opens_on: '2026-07-01',
      waiver_deadline_on: '2026-09-15',
      coverage_terms: [{ key: 'fall', name: 'Fall', starts_on: '2026-08-01', ends_on: '2026-12-31' }],
    })
    await setUp(world.periodId, 'faqs', { intro: '<p>Ask.</p>' })
    await world.admin.post(at(world.periodId, 'custom-pages'), { title: 'Clinic' })
    await world.admin.post(at(world.periodId, 'publications'), { documents: [{ kind: 'faqs', version: 1 }] })
    const next = await copy()
    expect((await world.admin.get(at(next, 'medical-plan'))).body.data).toMatchObject({
      name: 'Gold',
      version: 1,
    })
    expect((await world.admin.get(at(next, 'dates'))).body.data).toMatchObject({
      starts_on: '2027-08-01',
      enrollment_opens_on: '2027-07-01',
      coverage_terms: [{ starts_on: '2027-08-01', ends_on: '2027-12-31' }],
    })
    expect((await world.admin.get(`${at(next, 'publications')}?kind=faqs`)).body.data).toEqual([])
    expect((await world.admin.get(at(next, 'custom-pages'))).body.data).toMatchObject([
      { title: 'Clinic', published: false, order: 1 },
    ])
  })

  it('is compared with the previous one, field by field', async () => {
    await setUp(world.periodId, 'medical-plan', { name: 'Gold' })
    const next = await copy()
    await setUp(next, 'medical-plan', { name: 'Silver' })
    const { data } = (await world.admin.get(at(next, 'comparison'))).body
    expect(data.other.id).toBe(world.periodId)
    const plan = data.differences.find(({ document }: { document: string }) => document === 'medical-plan')
    expect(plan.changes).toEqual([{ field: 'medical-plan.name', before: 'Gold', after: 'Silver' }])
    expect(data.differences[0].changes.map(({ field }: { field: string }) => field)).toContain(
      'about.starts_on',
    )
  })

  it('is compared with the year it was copied from, not with one that only starts earlier', async () => {
    await setUp(world.periodId, 'medical-plan', {
      name: 'Gold',
      premiums: { ...noPremiums, enrolled: '188.00' },
    })
    const next = await copy()
    // a year between the two without a setup
    await buildPeriod(services.owner, {
      school_id: world.schoolId,
      name: 'Summer 2027',
      starts_on: '2027-05-01',
      ends_on: '2027-07-31',
    })
    const { data } = (await world.admin.get(at(next, 'comparison'))).body
    expect(data.other.id).toBe(world.periodId)
    expect(data.differences.map(({ document }: { document: string }) => document)).not.toContain(
      'medical-plan',
    )
    const checks = (await world.admin.get(at(next, 'checks'))).body.data
    expect(checks.filter(({ kind }: { kind: string }) => kind === 'premium_unchanged')).toMatchObject([
      { document: 'medical-plan', path: 'premiums' },
    ])
  })

  it('rejects premiums and fees that no plan has', async () => {
    const refused = async (kind: string, change: object) => {
      const { data } = (await world.admin.get(at(world.periodId, kind))).body
      const answer = await world.admin.put(at(world.periodId, kind), { ...data, ...change })
      return [answer.status, Object.keys(answer.body.errors)]
    }
    expect(await refused('medical-plan', { premiums: { ...noPremiums, enrolled: '99999999' } })).toEqual([
      422,
      ['premiums.enrolled'],
    ])
    expect(await refused('insurance-configuration', { late_waiver_fee: '100000' })).toEqual([
      422,
      ['late_waiver_fee'],
    ])
  })

  it('isn’t compared if it’s the first one, nor with another school’s', async () => {
    expect((await world.admin.get(at(world.periodId, 'comparison'))).body.data).toEqual({
      other: null,
      differences: [],
      unreadable: [],
    })
    const other = await buildSchoolWorld(services)
    const answer = await world.admin.get(`${at(world.periodId, 'comparison')}?with=${other.periodId}`)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['with']])
  })

  it('reports links to files of the school that no longer exist', async () => {
    const upload = await world.admin.upload(
      '/api/schools/file',
      { school_id: String(world.schoolId) },
      { name: 'brochure.pdf', bytes: pdfOf() },
    )
    expect(upload.status).toBe(201)
    const { url, id } = upload.body.data
    const gone = '/media/00000000000000000000000000000000.pdf'
    await setUp(world.periodId, 'medical-plan', {
      documents: [
        { key: 'a', label: 'Brochure', url },
        { key: 'b', label: 'Old', url: gone },
      ],
    })
    const broken = async () =>
      (await world.admin.get(at(world.periodId, 'checks'))).body.data
        .filter(({ kind }: { kind: string }) => kind === 'link_broken')
        .map(({ document, path }: { document: string; path: string }) => `${document} ${path}`)
    expect(await broken()).toEqual(['medical-plan documents.1.url'])
    await world.admin.delete(`/api/schools/${world.schoolId}/files/${id}`)
    expect(await broken()).toEqual(['medical-plan documents.0.url', 'medical-plan documents.1.url'])
  })

  it('reports issues: last year’s premiums, pages without text, unpublished documents', async () => {
    const premiums = { enrolled: '10.00' }
    const { data: plan } = (await world.admin.get(at(world.periodId, 'medical-plan'))).body
    await setUp(world.periodId, 'medical-plan', { name: 'Gold', premiums: { ...plan.premiums, ...premiums } })
    await setUp(world.periodId, 'faqs', { intro: '<p>Ask.</p>' })
    const pages = at(world.periodId, 'custom-pages')
    await world.admin.post(pages, { title: 'Hidden' })
    await world.admin.post(pages, { title: 'Clinic', published: true })
    const next = await copy()
    const { data } = (await world.admin.get(at(next, 'checks'))).body
    const kinds = data.map(({ kind, document }: { kind: string; document: string }) => `${kind} ${document}`)
    expect(kinds).toContain('premium_unchanged medical-plan')
    expect(kinds).toContain('premium_missing dental-plan')
    expect(kinds).toContain('not_published faqs')
    expect(kinds).toContain('page_empty waiver-configuration')
    const { document, path, words } = data.find(
      ({ document: of }: { document: string }) => of === 'custom-pages',
    )
    expect([document, path, words]).toEqual(['custom-pages', '2.title', '“Clinic” isn’t published.'])
    expect(kinds.filter((kind: string) => kind === 'not_published custom-pages')).toHaveLength(1)
    expect(data.map(({ words }: { words: string }) => words)).toContain(
      '“Waiver options” has default settings. Review, save and publish it.',
    )
  })

  it('reports requirements that no statement of the waiver form answers, by the published form', async () => {
    const missing = async () =>
      (await world.admin.get(at(world.periodId, 'checks'))).body.data.filter(
        ({ kind }: { kind: string }) => kind === 'statement_missing',
      )
    expect(await missing()).toEqual([])
    const statement = (confirms: string) => ({
      key: confirms.replaceAll('_', '-'),
      label: 'I agree.',
      confirms,
    })
    const three = ['truth', 'report_loss', 'consent_to_verify'].map(statement)
    await setUp(world.periodId, 'waiver-form', { attestations: three })
    const rest =
      'has no statement that answers “If an audit finds I don’t qualify, I can be enrolled and charged”.'
    const place = { document: 'waiver-form', label: 'Waiver form', path: 'attestations' }
    expect(await missing()).toMatchObject([{ ...place, words: `The waiver form ${rest}` }])
    const publish = (version: number) =>
      world.admin.post(at(world.periodId, 'publications'), {
        documents: [{ kind: 'waiver-form', version }],
        reason: 'A form without steps',
      })
    expect((await publish(1)).status).toBe(200)
    await setUp(world.periodId, 'waiver-form', { attestations: [...three, statement('audit_and_charge')] })
    expect(await missing()).toMatchObject([{ ...place, words: `The published waiver form ${rest}` }])
    await publish(2)
    expect(await missing()).toEqual([])
  })

  it('reports pages that became empty', async () => {
    const empty = async () =>
      (await world.admin.get(at(world.periodId, 'checks'))).body.data
        .filter(
          ({ kind, words }: { kind: string; words: string }) =>
            kind === 'page_empty' && words.endsWith('is empty.'),
        )
        .map(({ document }: { document: string }) => document)
    await setUp(world.periodId, 'faqs', { intro: '<p>Ask us.</p>' })
    const body = '<p>Open</p>'
    const page = (
      await world.admin.post(at(world.periodId, 'custom-pages'), { title: 'Clinic', body, published: true })
    ).body.data
    expect(await empty()).toEqual([])
    await setUp(world.periodId, 'faqs', { intro: '<p> </p>' })
    const { id, key: _key, order: _order, ...change } = page
    await world.admin.put(at(world.periodId, `custom-pages/${id}`), { ...change, body: '' })
    expect(await empty()).toEqual(['faqs', 'custom-pages'])
  })

  it('checks links to other sites on request, one check at a time, and lists dead ones until they’re fixed', async () => {
    const dead = 'https://missing.invalid/plan'
    const checks = at(world.periodId, 'link-checks')
    expect((await world.admin.get(`${checks}/latest`)).body.data).toBeNull()
    await setUp(world.periodId, 'faqs', { intro: `<p>See <a href="${dead}">the plan</a>.</p>` })
    const started = await world.admin.post(checks)
    expect([started.status, started.body.data.state]).toEqual([202, 'queued'])
    expect((await world.admin.post(checks)).body.code).toBe('busy')
    expect((await world.registrar.post(checks)).status).toBe(403)
    await services.runJobs()
    const latest = (await world.admin.get(`${checks}/latest`)).body.data
    expect(latest).toMatchObject({ state: 'done', progress: { done: 1, total: 1 }, dead: 1 })
    const found = async () =>
      (await world.admin.get(at(world.periodId, 'checks'))).body.data.filter(
        ({ kind }: { kind: string }) => kind === 'link_dead',
      )
    expect(await found()).toMatchObject([
      { document: 'faqs', path: 'intro', words: `The link ${dead} can’t be reached.` },
    ])
    await setUp(world.periodId, 'faqs', { intro: '<p>See the plan.</p>' })
    expect(await found()).toEqual([])
  })
})

it('texts without Spanish are counted by document once the site offers Spanish, after every issue', async () => {
  const intro = {
    intro: '<p>Ask.</p>',
    items: [{ key: 'a', question: 'Who?', answer: '', es: { question: '¿Quién?' } }],
  }
  await setUp(world.periodId, 'faqs', intro)
  await world.admin.post(at(world.periodId, 'custom-pages'), { title: 'Clinic', es: { title: 'Clínica' } })
  const checks = async () => (await world.admin.get(at(world.periodId, 'checks'))).body.data
  const missing = async () =>
    (await checks()).filter(({ kind }: { kind: string }) => kind === 'not_translated')
  expect(await missing()).toEqual([])
  await setUp(world.periodId, 'website-configuration', { languages: ['en', 'es'] })
  const { data } = (await world.admin.get(at(world.periodId, 'waiver-configuration'))).body
  const { documents_required: rule } = data
  const message = { ...rule.message, en: 'Send both sides of your card.' }
  await setUp(world.periodId, 'waiver-configuration', { documents_required: { ...rule, message } })
  expect(await missing()).toEqual([
    {
      kind: 'not_translated',
      document: 'faqs',
      label: 'FAQs',
      path: '',
      words: '“FAQs”: 1 of 2 texts has no Spanish.',
    },
    {
      kind: 'not_translated',
      document: 'waiver-configuration',
      label: 'Waiver options',
      path: '',
      words: '“Waiver options”: 1 of 1 text has no Spanish.',
    },
  ])
})
