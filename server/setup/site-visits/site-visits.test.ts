import { rmSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '#server/app/app.ts'
import { deleteExpired } from '#server/app/housekeeping.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { createClient } from '#server/testing/client.ts'
import { publishForm, smallForm } from '#server/testing/form-requests.ts'
import { refuseWrites } from '#server/testing/refuse-writes.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { writeSiteBuild } from '#server/testing/site-build.ts'
import { openSite } from '#server/testing/student-site.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

const build = writeSiteBuild()
let services: TestServices
let app: FastifyInstance
let world: SchoolWorld
let slug: string
beforeAll(async () => {
  services = await startTestServices()
  app = await createApp(services.services, build)
})
afterAll(async () => {
  await app.close()
  await services.close()
  rmSync(build, { recursive: true })
})
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  slug = (await world.admin.get(`/api/schools/${world.schoolId}`)).body.data.slug
  await openSite(world)
})

const agents = {
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
  tablet:
    'Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.0 Mobile/15E148 Safari/604.1',
  computer:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
}
const flush = () => services.services.visits.flush(services.services)
const visit = (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({
    method,
    url: `/s/${slug}${path}`,
    headers: { host: 'localhost', 'user-agent': agents.computer, ...headers },
  })
const step = (body: object, headers: Record<string, string> = { 'user-agent': agents.phone }) =>
  createClient(services.app).post(
    `/api/public/periods/${world.periodId}/form-steps`,
    { form: 'waive', step: 'sign', is_first: false, language: 'en', ...body },
    headers,
  )
/** What is saved of this test’s policy year: 'what name language device visits'. */
const rows = async () => {
  await flush()
  const saved = await services.owner
    .selectFrom('site_visits')
    .select(['what', 'name', 'language', 'device', 'visits'])
    .where('period_id', '=', world.periodId)
    .orderBy('what')
    .orderBy('name')
    .orderBy('language')
    .orderBy('device')
    .execute()
  return saved.map((row) => Object.values(row).join(' '))
}
const read = async (query = '') => {
  await flush()
  return (await world.registrar.get(`/api/periods/${world.periodId}/site-visits${query}`)).body.data
}

describe('the pages of a site', () => {
  it('are counted by language and device when they’re served, also from what the browser kept', async () => {
    const { headers } = await visit('/faqs')
    const again = await visit('/faqs', { 'if-none-match': String(headers['etag']) })
    expect(again.statusCode).toBe(304)
    await visit('', { 'user-agent': agents.phone })
    await visit('?lang=es', { 'user-agent': agents.tablet })
    expect(await rows()).toEqual(['page faqs en computer 2', 'page home en phone 1', 'page home es tablet 1'])
    await visit('/faqs')
    expect((await rows())[0]).toBe('page faqs en computer 3')
  })

  it.each([
    ['a search engine', {}, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
    ['a script', {}, { 'user-agent': 'curl/8.5.0' }],
    ['what doesn’t say what it is', {}, { 'user-agent': '' }],
    ['a browser in advance', {}, { 'sec-purpose': 'prefetch;prerender' }],
  ])('aren’t counted for %s', async (_, _more, headers) => {
    expect((await visit('/faqs', headers)).statusCode).toBe(200)
    expect(await rows()).toEqual([])
  })

  it('aren’t counted if only their headers are asked for, nor those that don’t exist, nor while it’s closed', async () => {
    await visit('/faqs', {}, 'HEAD')
    await visit('/no-such-page')
    await visit('/sitemap.xml')
    await openSite(world, false)
    const closed = await buildSchoolWorld(services)
    slug = (await closed.admin.get(`/api/schools/${closed.schoolId}`)).body.data.slug
    expect((await visit('')).statusCode).toBe(200)
    expect(await rows()).toEqual([])
  })

  it('are added to the same day by two servers, and again after the database failed', async () => {
    await visit('/faqs')
    const end = await refuseWrites(services, { table: 'site_visits', write: 'insert' })
    await flush()
    await visit('/faqs')
    await end()
    expect(await rows()).toEqual(['page faqs en computer 2'])
    const other = { schoolId: world.schoolId, periodId: world.periodId, day: '2026-11-20' } as const
    services.services.visits.add({ ...other, what: 'page', name: 'faqs', language: 'en', device: 'computer' })
    expect(await rows()).toEqual(['page faqs en computer 3'])
  })
})

describe('the steps of a form', () => {
  it('are counted, with what is begun, and nothing about the visitor', async () => {
    await publishForm(world)
    expect((await step({ step: 'step-s', is_first: true })).status).toBe(204)
    await step({})
    expect(await rows()).toEqual([
      'begun waive en phone 1',
      'step waive/sign en phone 1',
      'step waive/step-s en phone 1',
    ])
  })

  it('that the published form doesn’t have are refused', async () => {
    await publishForm(world)
    const { status, body } = await step({ step: 'step-unknown' })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['step']])
    expect((await step({ form: 'enroll' })).status).toBe(404)
    expect((await step({ email: 'maya@mail.example' })).status).toBe(422)
    await openSite(world, false)
    expect((await step({})).status).toBe(404)
    await openSite(world)
    await step({}, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
    expect(await rows()).toEqual([])
  })
})

describe('a form', () => {
  const forms = () => `/api/public/periods/${world.periodId}/form-submissions`
  const phone = { 'user-agent': agents.phone }
  const guest = () => createClient(services.app)

  it('is counted once as saved and once as sent, and not if it’s refused', async () => {
    await publishForm(world)
    await buildStudentPeriod(services.owner, { school_id: world.schoolId, period_id: world.periodId })
    const start = { form_type: 'waiver', progress: 'in_progress', language: 'es' }
    const { body } = await guest().post(forms(), start, phone)
    const at = `/api/public/form-submissions/${body.data.resume_token}`
    await guest().put(at, start, phone)
    expect((await guest().put(at, { ...smallForm, attestations: [] }, phone)).status).toBe(422)
    const whole = { ...smallForm, language: 'es' }
    expect((await guest().put(at, whole, phone)).status).toBe(200)
    expect(await rows()).toEqual(['saved waive es phone 1', 'sent waive es phone 1'])
  })

  it('that is sent twice within 10 minutes is counted once', async () => {
    await publishForm(world)
    const first = await guest().post(forms(), smallForm)
    const second = await guest().post(forms(), smallForm)
    expect(second.body.data.confirmation_number).toBe(first.body.data.confirmation_number)
    expect(await rows()).toEqual(['sent waive en computer 1'])
  })
})

describe('staff see', () => {
  const count = (
    day: string,
    what: 'page' | 'begun' | 'step' | 'saved' | 'sent',
    name: string,
    times = 1,
  ) => {
    const place = { schoolId: world.schoolId, periodId: world.periodId, day, what, name }
    for (let time = 0; time < times; time += 1)
      services.services.visits.add({ ...place, language: time % 2 === 0 ? 'en' : 'es', device: 'phone' })
  }

  it('who went on from each step, and who left', async () => {
    await publishForm(world)
    count('2026-11-20', 'begun', 'waive', 10)
    count('2026-11-19', 'step', 'waive/step-s', 10)
    count('2026-11-20', 'step', 'waive/documents', 4)
    count('2026-11-20', 'step', 'waive/sign', 6)
    count('2026-11-20', 'saved', 'waive', 7)
    count('2026-11-20', 'sent', 'waive', 5)
    const { forms } = await read()
    expect(forms).toEqual([
      {
        form: 'waive',
        begun: 10,
        saved: 7,
        sent: 5,
        steps: [
          { key: 'step-s', title: 'About you', reached: 10, went_on: 6 },
          { key: 'documents', title: null, reached: 4, went_on: 4 },
          { key: 'sign', title: null, reached: 6, went_on: 5 },
        ],
      },
    ])
  })

  it('pages by their titles in the days, the language and with the device that they ask for', async () => {
    const pages = `/api/periods/${world.periodId}/custom-pages`
    const { key } = (await world.admin.post(pages, { title: 'Clinic', published: true })).body.data
    count('2026-11-20', 'page', key, 3)
    count('2026-11-14', 'page', 'home', 2)
    count('2026-11-13', 'page', 'home', 7)
    const week = await read('?days=7')
    expect([week.from, week.to]).toEqual(['2026-11-14', '2026-11-20'])
    expect(week.pages).toEqual([
      { key, title: 'Clinic', visits: 3 },
      { key: 'home', title: null, visits: 2 },
    ])
    expect(week.languages).toEqual([
      { language: 'en', visits: 3, begun: 0, sent: 0 },
      { language: 'es', visits: 2, begun: 0, sent: 0 },
    ])
    expect(week.devices[0]).toEqual({ device: 'phone', visits: 5, begun: 0, sent: 0 })
    expect((await read('?days=30')).pages[0]).toEqual({ key: 'home', title: null, visits: 9 })
    expect((await read('?days=7&language=es')).pages).toEqual([
      { key, title: 'Clinic', visits: 1 },
      { key: 'home', title: null, visits: 1 },
    ])
    expect((await read('?device=tablet')).pages).toEqual([])
  })

  it('only the sites of their own schools', async () => {
    const other = await buildSchoolWorld(services)
    const path = `/api/periods/${world.periodId}/site-visits`
    const seen = [
      await other.registrar.get(path),
      await world.registrar.get(path),
      await other.admin.get(path),
    ]
    expect(seen.map(({ status }) => status)).toEqual([404, 200, 200])
  })
})

it('counts are kept for 3 years', async () => {
  const place = { schoolId: world.schoolId, periodId: world.periodId, what: 'page', name: 'home' } as const
  for (const day of ['2023-11-19', '2023-11-20'])
    services.services.visits.add({ ...place, day, language: 'en', device: 'phone' })
  await flush()
  await deleteExpired(services.services)
  const kept = await services.owner
    .selectFrom('site_visits')
    .select('day')
    .where('period_id', '=', world.periodId)
    .execute()
  expect(kept).toEqual([{ day: '2023-11-20' }])
})
