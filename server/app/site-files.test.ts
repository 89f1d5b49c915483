import { rmSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '#server/app/app.ts'
import { publishSettings } from '#server/testing/student-site.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { writeSiteBuild } from '#server/testing/site-build.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

const build = writeSiteBuild()
let services: TestServices
let app: FastifyInstance
let world: SchoolWorld
let slug: string
let host: string
beforeAll(async () => {
  services = await startTestServices()
  app = await createApp(services.services, build)
})
afterAll(async () => {
  await app.close()
  await services.close()
  rmSync(build, { recursive: true })
})

/** Makes a school whose settings are read for the first time after they’re saved. */
const buildSite = async ({ isOpen = true, embedded_on = [] as string[] } = {}) => {
  world = await buildSchoolWorld(services)
  const at = `/api/schools/${world.schoolId}`
  slug = (await world.admin.get(at)).body.data.slug
  host = `insurance-${world.schoolId}.lakeside.edu`
  await world.admin.put(`${at}/site-settings`, { host, embedded_on })
  const pages = `/api/periods/${world.periodId}/custom-pages`
  const page = (await world.admin.post(pages, { title: 'Clinic & café', published: true })).body.data
  const documents = [{ kind: `custom-pages/${page.id}`, version: page.version }]
  await world.admin.post(`/api/periods/${world.periodId}/publications`, { documents })
  await world.admin.post(pages, { title: 'Not yet published', published: true })
  const saved = (await world.admin.get(`/api/periods/${world.periodId}/website-configuration`)).body.data
  const menu = saved.menu.map((item: { key: string }) => ({ ...item, is_visible: item.key !== 'faqs' }))
  await publishSettings(world, { menu, is_live: isOpen })
}
const ask = (url: string, at = 'localhost') => app.inject({ url, headers: { host: at } })
/** Asks at the school’s host, once it’s known there. */
const askHost = async (url: string) => {
  await expect
    .poll(async () => (await ask('/', host)).payload, { timeout: 5000, interval: 100 })
    .toContain(slug)
  return ask(url, host)
}

it('pages can be framed by the saved sites only, and the staff application by none', async () => {
  const embedded_on = ['https://www.lakeside.edu', 'https://portal.lakeside.edu:8443']
  await buildSite({ embedded_on })
  const framed = await ask(`/s/${slug}`)
  expect(framed.headers['content-security-policy']).toContain(`frame-ancestors ${embedded_on.join(' ')};`)
  expect(framed.headers['x-frame-options']).toBeUndefined()
  for (const path of ['/', '/login', '/no/such/page', '/robots.txt']) {
    const { headers } = await ask(path)
    expect([path, headers['content-security-policy'], headers['x-frame-options']]).toEqual([
      path,
      expect.stringContaining("frame-ancestors 'none'"),
      'DENY',
    ])
  }
  await buildSite()
  const alone = await ask(`/s/${slug}`)
  expect(alone.headers['content-security-policy']).toContain("frame-ancestors 'none';")
  expect(alone.headers['x-frame-options']).toBe('DENY')
})

it('the sitemap has the pages of the menu and the custom pages, at the site’s right address', async () => {
  await buildSite()
  const { headers, payload } = await ask(`/s/${slug}/sitemap.xml`)
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  const paths = [...payload.matchAll(/<loc>http:\/\/(.*?)<\/loc>/g)].map(([, at = '']) =>
    at.replace(host, ''),
  )
  expect(paths).toEqual(
    expect.arrayContaining(['', '/plan-info', '/enroll', '/waive', '/resources', '/contact', '/clinic-cafe']),
  )
  expect(paths).toHaveLength(7)
  expect((await askHost('/sitemap.xml')).payload).toBe(payload)
})

it('a site that isn’t open has an empty sitemap', async () => {
  await buildSite({ isOpen: false })
  const { statusCode, payload } = await ask(`/s/${slug}/sitemap.xml`)
  expect([statusCode, payload]).toEqual([200, expect.stringContaining('<urlset')])
  expect(payload).not.toContain('<loc>')
  expect((await ask('/s/no-such-school/sitemap.xml')).statusCode).toBe(404)
})

it('search engines can read the sites only, and everything at the host of a school', async () => {
  await buildSite()
  const { headers, payload } = await ask('/robots.txt')
  expect([headers['content-type'], payload]).toEqual([
    'text/plain; charset=utf-8',
    'User-agent: *\nAllow: /s/\nDisallow: /\n',
  ])
  expect((await askHost('/robots.txt')).payload).toBe(
    `User-agent: *\nAllow: /\n\nSitemap: http://${host}/sitemap.xml\n`,
  )
})

it('a page in each language has its own texts and tag', async () => {
  await buildSite()
  await publishSettings(world, { languages: ['en', 'es'] })
  const path = `/api/periods/${world.periodId}/home-page`
  const { version: _version, ...home } = (await world.admin.get(path)).body.data
  const saved = await world.admin.put(path, { ...home, headline: 'Insurance', es: { headline: 'Seguro' } })
  const documents = [{ kind: 'home-page', version: saved.body.data.version }]
  await world.admin.post(`/api/periods/${world.periodId}/publications`, { documents })
  const [english, spanish] = [await ask(`/s/${slug}?lang=en`), await ask(`/s/${slug}?lang=es`)]
  expect([english.json().headline, spanish.json().headline]).toEqual(['Insurance', 'Seguro'])
  const again = (language: string) =>
    app.inject({
      url: `/s/${slug}?lang=${language}`,
      headers: { host: 'localhost', 'if-none-match': String(spanish.headers.etag) },
    })
  expect([(await again('en')).statusCode, (await again('es')).statusCode]).toEqual([200, 304])
})
