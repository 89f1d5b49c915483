import { rmSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '#server/app/app.ts'
import { siteAddress } from '#server/setup/site/index.ts'
import { createClient } from '#server/testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { writeSiteBuild, type ShownPage } from '#server/testing/site-build.ts'
import { buildSiteStudent } from '#server/testing/student-site.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

const build = writeSiteBuild()
const staff = 'https://shipmate.example'
let services: TestServices
let app: FastifyInstance
/** The same database behind a proxy on this machine. */
let proxied: FastifyInstance
let world: SchoolWorld
let slug: string
let host: string
beforeAll(async () => {
  services = await startTestServices()
  const settings = { ...services.services.settings, publicUrl: staff, publicUrlIsGiven: true }
  app = await createApp({ ...services.services, settings }, build)
  const behind = { ...settings, trustedProxies: ['127.0.0.1'] }
  proxied = await createApp({ ...services.services, settings: behind }, build)
  ;({ world, slug, host } = await buildHost())
})
afterAll(async () => {
  await Promise.all([app.close(), proxied.close()])
  await services.close()
  rmSync(build, { recursive: true })
})

const buildHost = async () => {
  const built = await buildSchoolWorld(services)
  const read = await built.admin.get(`/api/schools/${built.schoolId}`)
  const own = `insurance-${built.schoolId}.lakeside.edu`
  await setHost(own, built)
  return { world: built, slug: String(read.body.data.slug), host: own }
}
const setHost = async (site_host: string | null, { schoolId, admin } = world) => {
  const path = `/api/schools/${schoolId}/site-settings`
  const { status } = await admin.put(path, { host: site_host, embedded_on: [] })
  expect(status).toBe(200)
}
const ask = (url: string, headers: Record<string, string>, on = app) => on.inject({ url, headers })
const shown = async (url: string, headers: Record<string, string>, on = app): Promise<ShownPage> => {
  const { statusCode, payload } = await ask(url, headers, on)
  expect(statusCode).toBe(200)
  return JSON.parse(payload)
}
/** Waits until a server has read the host, which takes it less than 5 seconds. */
const known = async (on = app, at = host, of = slug) => {
  await expect
    .poll(async () => (await ask('/', { host: at }, on)).payload, { timeout: 5000, interval: 100 })
    .toContain(`"slug":"${of}"`)
}

it('the site is at the root of its host, in any spelling, within 5 seconds of a change', async () => {
  await known()
  expect(await shown('/faqs', { host })).toEqual({
    slug,
    base: '',
    path: '/faqs',
    address: `https://${host}`,
    language: 'en',
    headline: null,
  })
  for (const spelled of [host.toUpperCase(), `${host}:8443`, `${host}.`])
    expect((await shown('/', { host: spelled })).slug).toBe(slug)
  // the usual address goes on, and names the host as the right one
  expect(await shown(`/s/${slug}/faqs`, { host: 'shipmate.example' })).toMatchObject({
    base: `/s/${slug}`,
    address: `https://${host}`,
  })
})

it('an emailed link goes to the host, by https if staff use https', async () => {
  const linkBy = (publicUrl: string) => {
    const settings = { ...services.services.settings, publicUrl }
    return siteAddress({ ...services.services, services: { ...services.services, settings } }, world.periodId)
  }
  expect([await linkBy(staff), await linkBy('http://localhost:3000')]).toEqual([
    `https://${host}`,
    `http://${host}`,
  ])
})

it('nothing of the staff application is there: screens are the site’s 404, other calls don’t exist', async () => {
  await known()
  for (const path of ['/login', '/no-such-page']) {
    const page = await ask(path, { host })
    expect([path, page.statusCode, page.payload]).toEqual([path, 404, expect.stringContaining(slug)])
  }
  for (const path of ['/schools', '/index.html', '/theme.js', '/health/live', '/openapi.json', `/s/${slug}`])
    expect(JSON.parse((await ask(path, { host })).payload)).toMatchObject({ slug, base: '', path })
  const cookies = { '__Host-shipmate_session': world.admin.cookies.get('shipmate_session') ?? '' }
  const headers = { host: 'shipmate.example' }
  expect((await app.inject({ url: '/api/me', headers, cookies })).statusCode).toBe(200)
  for (const url of ['/api/me', '/api/schools', `/api/schools/${world.schoolId}`, '/api/no-such-call'])
    expect([url, (await app.inject({ url, headers: { host }, cookies })).statusCode]).toEqual([url, 404])
  const login = { email: 'robin@staff.example', password: 'x' }
  const posted = await app.inject({ method: 'POST', url: '/api/login', headers: { host }, payload: login })
  expect([posted.statusCode, posted.cookies]).toEqual([404, []])
  // what its pages load and call
  expect((await ask('/assets/site.js', { host })).payload).toBe('site')
  expect((await ask(`/api/public/sites/${slug}`, { host })).statusCode).toBe(200)
})

it('a host that no school has, or none, is left as it was', async () => {
  await known()
  for (const other of ['unknown.lakeside.edu', 'shipmate.example', 'localhost', '127.0.0.1', ''])
    expect((await ask('/login', { host: other })).payload).toContain('Staff')
  expect((await ask('/', { host: `${host}.evil.example` })).payload).toContain('Staff')
})

it('a forwarded host counts only from a trusted proxy', async () => {
  await known()
  const forwarded = { host: 'shipmate.example', 'x-forwarded-host': host }
  expect((await ask('/login', forwarded)).payload).toContain('Staff')
  await known(proxied)
  expect((await shown('/faqs', forwarded, proxied)).slug).toBe(slug)
  // the proxy says that it’s a host of staff
  const behind = { host, 'x-forwarded-host': 'shipmate.example' }
  expect((await ask('/login', behind, proxied)).payload).toContain('Staff')
})

it('each host has its school, until it’s given up or the school is archived', async () => {
  const other = await buildHost()
  const third = await buildHost()
  await known(app, other.host, other.slug)
  await known(app, third.host, third.slug)
  expect((await shown('/', { host })).slug).toBe(slug)
  await setHost(null, other.world)
  expect((await third.world.admin.delete(`/api/schools/${third.world.schoolId}`)).status).toBe(204)
  for (const gone of [other.host, third.host])
    await expect
      .poll(async () => (await ask('/', { host: gone })).payload, { timeout: 5000, interval: 100 })
      .toContain('Staff')
  // a page is kept as long as the hosts are
  await expect
    .poll(async () => (await shown(`/s/${other.slug}`, { host: 'shipmate.example' })).address, {
      timeout: 5000,
      interval: 100,
    })
    .toBe(`${staff}/s/${other.slug}`)
})

it('a student’s calls are accepted from pages of their host only, and their cookie is for this host', async () => {
  await known()
  const { sid, dob } = await buildSiteStudent(services, world)
  const path = `/api/public/periods/${world.periodId}/status-codes`
  const from = async (origin: string, at = host) =>
    (await createClient(app).post(path, { sid, dob }, { host: at, origin })).status
  expect(await from(`https://${host}`)).toBeLessThan(300)
  expect(await from(`https://${host}:8443`, `${host}:8443`)).toBeLessThan(300)
  for (const origin of [`http://${host}`, `https://${host}:8443`, staff, 'https://evil.example', 'null'])
    expect([origin, await from(origin)]).toEqual([origin, 403])
  // the host of a school gives no right at the host of staff
  expect(await from(`https://${host}`, 'shipmate.example')).toBe(403)
})
