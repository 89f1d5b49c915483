import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import { readSettings } from '#server/platform/lib/env.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { servePages } from './pages.ts'
import { renderProblem } from './problems.ts'
import { answerUnknownRoutes } from './unknown-routes.ts'

const build = (folder: string, name: string): void => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), `<script src="/assets/${name}.js"></script>`)
  writeFileSync(join(folder, 'assets', `${name}.js`), name)
}

const unknownRoutes = async (app: FastifyInstance, folder: string) => ({
  page: await servePages(app, readSettings({}), folder),
  site: null,
  sessionName: 'shipmate_session',
})

it('a client built while the server runs is served at once, with its page and files', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'shipmate-pages-')), 'client')
  build(folder, 'older')
  const app = fastify()
  app.setErrorHandler(renderProblem(createLog('silent')))
  answerUnknownRoutes(app, await unknownRoutes(app, folder))
  const get = async (url: string) => {
    const { statusCode, body } = await app.inject({ url })
    return `${statusCode} ${body}`
  }
  expect(await get('/schools/3')).toContain('/assets/older.js')
  expect(await get('/assets/older.js')).toBe('200 older')

  rmSync(folder, { recursive: true })
  expect(await get('/schools/3')).toContain('/assets/older.js')
  build(folder, 'newer')
  expect(await get('/schools/3')).toContain('/assets/newer.js')
  expect(await get('/assets/newer.js')).toBe('200 newer')
  expect(await get('/assets/older.js')).toMatch(/^404/)
  expect(await Promise.all(['/assets', '/assets/'].map(get))).toEqual([
    expect.stringMatching(/^404/),
    expect.stringMatching(/^404/),
  ])
  for (const hidden of ['/.env', '/.git/config', '/schools/.htaccess', '/assets/.secret', '/%2eenv'])
    expect(await get(hidden)).toMatch(/^404/)
  await app.close()
})

it('signed-in users get the start of their calls, and files are sent as compressed by the build', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'shipmate-pages-')), 'client')
  build(folder, 'index')
  writeFileSync(join(folder, 'index.html'), '<head><meta name="host-map" content="" /></head>')
  writeFileSync(join(folder, 'assets', 'index.js.br'), 'brotli')
  mkdirSync(join(folder, '.vite'))
  const chunks = {
    'client/main.tsx': { file: 'assets/index.js', isEntry: true },
    'start.ts': { file: 'assets/start.js', isEntry: true },
  }
  writeFileSync(join(folder, '.vite', 'manifest.json'), JSON.stringify(chunks))
  const app = fastify()
  await app.register(cookie)
  answerUnknownRoutes(app, await unknownRoutes(app, folder))
  const guest = await app.inject({ url: '/' })
  const staff = await app.inject({ url: '/', cookies: { shipmate_session: 'x' } })
  expect(guest.body).not.toMatch(/start/)
  expect(staff.body).toContain(
    '<head><meta name="host-map" content="" /><script type="module" async crossorigin src="/assets/start.js"></script>',
  )
  const file = await app.inject({ url: '/assets/index.js', headers: { 'accept-encoding': 'br, gzip' } })
  expect([file.body, file.headers['content-encoding'], file.headers['content-length']]).toEqual([
    'brotli',
    'br',
    '6',
  ])
  expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  await app.close()
})

it('paths that are neither a screen nor a file are 404, with the page that says so unless they look like a file', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'shipmate-pages-')), 'client')
  build(folder, 'index')
  mkdirSync(join(folder, '.vite'))
  const screens = ['/', '/login', '/schools/$school/period/$period', '/settings/users']
  writeFileSync(join(folder, '.vite', 'screens.json'), JSON.stringify(screens))
  const app = fastify()
  app.setErrorHandler(renderProblem(createLog('silent')))
  answerUnknownRoutes(app, await unknownRoutes(app, folder))
  const answers = async (paths: readonly string[]) =>
    Promise.all(
      paths.map(async (url) => {
        const { statusCode, body } = await app.inject({ url })
        return `${url} ${statusCode} ${body.includes('/assets/index.js') ? 'page' : 'no page'}`
      }),
    )
  const all = [
    '/',
    '/login',
    '/login/',
    '/schools/3/period/4',
    '/schools/3/period/4?sort=x',
    '/settings/users',
  ]
  expect(await answers(all)).toEqual(all.map((path) => `${path} 200 page`))
  const unknown = ['/schools', '/schools/3/period/4/more', '/no/such/page', '/wp-admin/']
  expect(await answers(unknown)).toEqual(unknown.map((path) => `${path} 404 page`))
  const files = ['/package.json', '/x.map', '/assets/index.js.map', '/backup.zip', '/schools/3/x.php']
  expect(await answers(files)).toEqual(files.map((path) => `${path} 404 no page`))
  await app.close()
})
