import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Problem, problem } from '#server/platform/problem.ts'
import type { Services } from '#server/platform/context.ts'
import type { openApiText } from './open-api/document.ts'
import { runInThread } from '#server/platform/lib/thread/run-in-thread.ts'
import { createReadStream, type ReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { assertFactor } from './second-factor.ts'
import { identify } from './session.ts'

/** Serves liveness and readiness, which need no session. */
export const serveHealth = (app: FastifyInstance, services: Services): void => {
  app.get('/health/live', () => ({ status: 'ok', database: services.databaseTrouble() ?? 'ok' }))
  app.get('/health/ready', async () => {
    await readiness(services)
    return { status: 'ok' }
  })
}

/** Serves the API document and its reference page. */
export const serveOperators = (app: FastifyInstance, services: Services): void => {
  let document: Promise<string> | undefined
  serveReferencePage(app, services)
  app.get('/openapi.json', async (request, reply) => {
    await assertSignedIn(services, request)
    document ??= makeDocument(services)
    try {
      return await reply.type('application/json; charset=utf-8').send(await document)
    } catch (error) {
      document = undefined
      throw error
    }
  })
}

/** Creates the document once, in the worker thread, because it reads the whole contract. */
const makeDocument = ({ settings }: Services): Promise<string> =>
  runInThread<typeof openApiText>(
    { module: new URL('./open-api/document.ts', import.meta.url), name: 'openApiText' },
    // without a PUBLIC_URL, the reader's host name applies
    [settings.publicUrlIsGiven ? settings.publicUrl : '/'],
    new Problem('unavailable', { headers: { 'Retry-After': '5' } }),
  )

/** Checks the database, which also stores the queue, and the workers. @throws Problem 503 with the reason */
const readiness = async (services: Services): Promise<void> => {
  try {
    await sql`select 1`.execute(services.db)
  } catch {
    throw new Problem('unavailable', {
      message: services.databaseTrouble() ?? 'The database isn’t responding.',
      headers: { 'Retry-After': '5' },
    })
  }
  const trouble = services.workers.trouble()
  if (trouble !== null)
    throw new Problem('unavailable', { message: trouble, headers: { 'Retry-After': '5' } })
}

const viewer = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/** The script that starts the viewer in the browser and adds the anti-forgery token to the calls users try. */
const start = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#calls',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
  requestInterceptor: (request) => {
    const token = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)
    if (token) request.headers['X-XSRF-TOKEN'] = decodeURIComponent(token[1])
    return request
  },
})
`

/** The files of the page: the viewer and the script that starts it. */
const parts: Readonly<Record<string, { readonly type: string; read(): string | ReadStream }>> = {
  'viewer.css': {
    type: 'text/css; charset=utf-8',
    read: () => createReadStream(join(viewer, 'swagger-ui.css')),
  },
  'viewer.js': {
    type: 'text/javascript; charset=utf-8',
    read: () => createReadStream(join(viewer, 'swagger-ui-bundle.js')),
  },
  'start.js': { type: 'text/javascript; charset=utf-8', read: () => start },
}

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Calls · Shipmate</title>
    <link rel="stylesheet" href="/api/docs/viewer.css" />
  </head>
  <body>
    <main id="calls"></main>
    <script src="/api/docs/viewer.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`

/** Checks that the caller is signed in and has a role. @throws Problem 401, 403 */
const assertSignedIn = async (services: Services, request: FastifyRequest): Promise<void> => {
  const caller = await identify(services, request)
  if (!caller) throw problem.unauthenticated()
  assertFactor(services, caller)
}

/**
 * Serves `GET /api/docs`: the contract as a page to read and to try calls on, for signed-in users. Everything
 * loads from this server under the usual page policy; calls use the reader’s own session.
 */
const serveReferencePage = (app: FastifyInstance, services: Services): void => {
  app.get('/api/docs', async (request, reply) => {
    await assertSignedIn(services, request)
    return reply.type('text/html; charset=utf-8').send(page)
  })
  app.get<{ Params: { part: string } }>('/api/docs/:part', async (request, reply) => {
    await assertSignedIn(services, request)
    const part = Object.hasOwn(parts, request.params.part) ? parts[request.params.part] : undefined
    if (!part) throw problem.notFound()
    return reply.type(part.type).send(part.read())
  })
}
