import { createReadStream, type ReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { House } from '../context.ts'
import { problem } from '../problem.ts'
import { demandFactor } from './second-factor.ts'
import { identify } from './session.ts'

const viewer = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/** Starts the viewer in the browser: calls that are tried carry the anti-forgery token. */
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

/** What the page is made of: the viewer's own files, and what starts it. */
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

/** @throws Problem 401, 403 */
export const demandSignedIn = async (house: House, request: FastifyRequest): Promise<void> => {
  const caller = await identify(house, request)
  if (!caller) throw problem.unauthenticated()
  demandFactor(house, caller)
}

/**
 * `GET /api/docs`: the contract as a page to read and to try calls on, for whoever is signed in. All of it comes from
 * here, under the policy of every page; calls that are tried are made with the reader's own session.
 */
export const serveReferencePage = (app: FastifyInstance, house: House): void => {
  app.get('/api/docs', async (request, reply) => {
    await demandSignedIn(house, request)
    return reply.type('text/html; charset=utf-8').send(page)
  })
  app.get<{ Params: { part: string } }>('/api/docs/:part', async (request, reply) => {
    await demandSignedIn(house, request)
    const part = Object.hasOwn(parts, request.params.part) ? parts[request.params.part] : undefined
    if (!part) throw problem.notFound()
    return reply.type(part.type).send(part.read())
  })
}
