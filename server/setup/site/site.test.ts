import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildPeriod } from '#server/setup/periods/factory.ts'
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
})
afterAll(() => services.close())

const visitor = () => createClient(services.app)
const read = async (query = '') => (await visitor().get(`/api/public/sites/${slug}${query}`)).body.data

/** Saves part of a document of the policy year. */
const save = async (kind: string, change: object, periodId = world.periodId) => {
  const path = `/api/periods/${periodId}/${kind}`
  const { version, ...present } = (await world.admin.get(path)).body.data
  const { status, body } = await world.admin.put(path, { ...present, ...change, version })
  expect(status).toBe(200)
  return body.data.version as number
}
const publish = async (kind: string, change: object, periodId = world.periodId) => {
  const version = await save(kind, change, periodId)
  await world.admin.post(`/api/periods/${periodId}/publications`, { documents: [{ kind, version }] })
}
const open = (periodId = world.periodId) => publish('website-configuration', { is_live: true }, periodId)

it('an unknown school has no site, and one that isn’t open says only whom to ask and when it opens', async () => {
  expect((await visitor().get('/api/public/sites/no-such-school')).status).toBe(404)
  await publish('home-page', { headline: 'Not yet' })
  await save('dates', {
    waiver_opens_on: '2027-01-04',
    waiver_deadline_on: '2027-03-01',
    enrollment_opens_on: '2027-02-01',
    enrollment_closes_on: null,
  })
  const site = await read()
  expect(Object.keys(site).toSorted()).toEqual(['is_open', 'opens_on', 'other_years', 'school'])
  expect([site.is_open, site.opens_on]).toEqual([false, '2027-01-04'])
})

const settings = 'website-configuration'

it('the site opens, changes its menu and closes when its settings are published, and undo shows the former ones', async () => {
  const { menu } = (await world.admin.get(`/api/periods/${world.periodId}/${settings}`)).body.data
  const publications = `/api/periods/${world.periodId}/publications`
  await save(settings, { is_live: true })
  expect((await read()).is_open).toBe(false)
  await open()
  const hidden = menu.map((item: object) => ({ ...item, is_visible: false }))
  const version = await save(settings, { menu: hidden, is_live: false })
  const keys = async () => (await read()).menu?.map(({ key }: { key: string }) => key)
  expect(await keys()).toContain('faqs')
  const change = await world.admin.post(publications, { documents: [{ kind: settings, version }] })
  expect((await read()).is_open).toBe(false)
  await world.admin.post(`/api/changes/${String(change.headers['x-change-id'])}/undo`)
  expect(await keys()).toContain('faqs')
})

it('what students see stays the same by the migration that publishes the settings of the site', async () => {
  await save(settings, { is_live: true, languages: ['en', 'es'] })
  const file = '../../platform/db/migrations/20261127_1104_published_site_settings.sql'
  const statement = readFileSync(new URL(file, import.meta.url), 'utf8').replace(
    "where kind = 'website-configuration'",
    `where kind = 'website-configuration' and school_id = ${world.schoolId}`,
  )
  await sql.raw(statement).execute(services.owner)
  expect(await read()).toMatchObject({ is_open: true, languages: ['en', 'es'] })
  const path = `/api/periods/${world.periodId}/unpublished-changes?kind=${settings}`
  expect((await world.admin.get(path)).body.data).toEqual([])
})

it('students read what is published, never a draft, a recipient or a hidden page', async () => {
  await open()
  await publish('home-page', { headline: 'Published' })
  await save('home-page', { headline: 'Draft' })
  await publish('contact-form', { is_on: true, recipients: [{ key: 'a', email: 'office@lakeside.edu' }] })
  const pages = `/api/periods/${world.periodId}/custom-pages`
  const { data: shown } = (await world.admin.post(pages, { title: 'Shown', published: true })).body
  const documents = [{ kind: `custom-pages/${shown.id}`, version: shown.version }]
  await world.admin.post(`/api/periods/${world.periodId}/publications`, { documents })
  await world.admin.post(pages, { title: 'Not yet published', published: true })
  await world.admin.post(pages, { title: 'Hidden' })
  const site = await read()
  expect(site.home.headline).toBe('Published')
  expect(site.pages.map(({ title }: { title: string }) => title)).toEqual(['Shown'])
  expect(JSON.stringify(site)).not.toMatch(/Draft|office@lakeside|Hidden/)
})

it('the menu has visible pages, and the announcement is shown on its days', async () => {
  const { menu } = (await world.admin.get(`/api/periods/${world.periodId}/website-configuration`)).body.data
  const shown = menu.map((item: { key: string }) => ({ ...item, is_visible: item.key !== 'faqs' }))
  await publish('website-configuration', { is_live: true, menu: shown })
  const announcement = {
    text: 'The office is closed on Friday.',
    tone: 'warning',
    from: '2026-11-01',
    to: null,
  }
  await publish('home-page', { announcement })
  const site = await read()
  expect(site.menu.map(({ path }: { path: string }) => path)).toEqual([
    '',
    '/plan-info',
    '/enroll',
    '/waive',
    '/resources',
    '/contact',
  ])
  expect(site.announcement).toEqual({ text: announcement.text, tone: 'warning' })
  await publish('home-page', { announcement: { ...announcement, to: '2026-11-02' } })
  expect((await read()).announcement).toBeNull()
})

it('a form has its fields with their options, and says whether it can be sent today', async () => {
  await open()
  await publishForm(world, { fields: [{ name: 'program' }, { name: 'medical_waive_source_of_coverage' }] })
  await save('enroll-form/dropdowns-and-notices', {
    options: {
      program: [
        { key: 'a', value: 'Nursing', is_retired: false },
        { key: 'b', value: 'Closed program', is_retired: true },
      ],
      campus: [],
      rotation_location: [],
      graduation_year: [],
      loa_reason: [],
    },
  })
  const state = async (dates: object) => {
    await save('dates', dates)
    return (await read()).forms.waive.state
  }
  expect(await state({ waiver_opens_on: null, waiver_deadline_on: '2026-12-31' })).toBe('open')
  const [program, source] = (await read()).forms.waive.page.steps[0].fields
  expect(program).toMatchObject({ control: 'choice', has_own_choices: true, coverage: null })
  expect(program.choices).toEqual([{ value: 'Nursing', label: 'Nursing' }])
  expect(source).toMatchObject({ control: 'choice', coverage: 'medical', label: 'Source of coverage' })
  expect(await state({ waiver_opens_on: '2026-12-01' })).toBe('not_yet')
  // after the deadline it can be sent after a life event
  expect(await state({ waiver_opens_on: null, waiver_deadline_on: '2026-11-01' })).toBe('late')
  // a cohort still has time; whose form it is decides when it's sent
  const audience = { programs: ['Law'], campuses: [], class_years: [], academic_statuses: [] }
  const cohort = {
    key: 'law',
    name: 'Law',
    audience,
    enrollment_closes_on: null,
    waiver_deadline_on: '2026-12-15',
  }
  expect(await state({ cohorts: [cohort] })).toBe('open')
  expect(await state({ cohorts: [] })).toBe('late')
  await save('insurance-configuration', { qualifying_events: [], late_waiver_fee: null })
  expect((await read()).forms.waive.state).toBe('closed')
  expect((await read()).forms.enroll).toBeNull()
})

it('another policy year has its own address while it’s open to students', async () => {
  const next = await buildPeriod(services.owner, {
    school_id: world.schoolId,
    name: 'Next year 2027–28',
    starts_on: '2027-08-01',
    ends_on: '2028-07-31',
  })
  await open()
  expect((await visitor().get(`/api/public/sites/${slug}?year=next-year-2027-28`)).status).toBe(404)
  await open(next)
  expect((await read()).other_years).toEqual([{ name: 'Next year 2027–28', path: '/next-year-2027-28' }])
  const site = await read('?year=next-year-2027-28')
  expect([site.period.id, site.year_path]).toEqual([next, '/next-year-2027-28'])
})

it('a site that hasn’t changed is answered with 304', async () => {
  await open()
  const path = `/api/public/sites/${slug}`
  const first = await visitor().get(path)
  const etag = String(first.headers['etag'])
  expect((await visitor().get(path, { 'if-none-match': etag })).status).toBe(304)
  await publish('home-page', { headline: 'Changed' })
  expect((await visitor().get(path, { 'if-none-match': etag })).status).toBe(200)
})

it('staff see where the site of a policy year is, and what closes it to students', async () => {
  const next = await buildPeriod(services.owner, {
    school_id: world.schoolId,
    name: '2027–28',
    starts_on: '2027-08-01',
    ends_on: '2028-07-31',
    state: 'draft',
  })
  const seen = async (id = world.periodId) => (await world.admin.get(`/api/periods/${id}/site`)).body.data
  const address = `http://localhost:3000/s/${slug}`
  expect(await seen()).toMatchObject({ address, is_open: false, closed_by: ['settings'] })
  expect(await seen(next)).toMatchObject({
    address: `${address}/2027-28`,
    is_open: false,
    closed_by: ['draft', 'settings'],
  })
  await open()
  const site = await seen()
  expect(site).toMatchObject({ address, is_open: true, closed_by: [] })
  expect(site.qr_code).toMatch(/^<svg /)
  await services.owner
    .updateTable('periods')
    .set({ state: 'closed' })
    .where('id', '=', world.periodId)
    .execute()
  expect(await seen()).toMatchObject({ is_open: false, closed_by: ['closed'] })
  expect((await world.registrar.get(`/api/periods/${world.periodId}/site`)).status).toBe(403)
})
