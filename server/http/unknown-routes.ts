import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { problem, Problem } from '../problem.ts'
import type { Page } from './pages.ts'

const endpoints: readonly Endpoint[] = Object.values(contract).flatMap((room) => Object.values(room))

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)

const known = endpoints.map(({ method, path }) => ({ method, pattern: patternOf(path) }))

/** The methods that a path does know. */
const methodsOf = (path: string): string[] =>
  known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)

/**
 * Whether a path is a call's, by any method, or a file's of the client, rather than a page's. A part of the client that
 * is no longer there must be missing, not a page: the browser would take the page for the part. What begins with a dot
 * is nobody's.
 */
export const isCall = (method: string, path: string): boolean =>
  /(^|\/)(\.|%2e)/i.test(path) ||
  /^\/(api|user|sanctum|health|metrics|openapi\.json|media|assets)(\/|$)/.test(path) ||
  (method !== 'GET' && method !== 'HEAD') ||
  (methodsOf(path).length > 0 && path !== '/login')

/**
 * Paths nobody knows: 404; known ones by another method: 405 with Allow. Always JSON, never a redirect.
 * Everything else that is read is a page of the application, given by `page`.
 */
export const answerUnknownRoutes = (app: FastifyInstance, page: Page | null, sessionName: string): void => {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (page && !isCall(request.method, path)) {
      const body = page(request.cookies?.[sessionName] !== undefined)
      return reply.code(200).header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(body)
    }
    const allowed = methodsOf(path)
    // by its own method it comes here where its id is longer than any of ours
    if (allowed.length === 0 || allowed.includes(request.method)) throw problem.notFound()
    throw new Problem('method_not_allowed', { headers: { Allow: allowed.join(', ') } })
  })
}
