import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { contract } from '#contract/app/contract.ts'
import { problem, Problem } from '#server/platform/problem.ts'
import { looksLikeFile, type Page } from './pages.ts'

const endpoints: readonly Endpoint[] = Object.values(contract).flatMap((module) => Object.values(module))

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)

const known = endpoints.map(({ method, path }) => ({ method, pattern: patternOf(path) }))

const methodsOf = (path: string): string[] =>
  known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)

/**
 * Returns whether a path is an API call’s (by any method) or a client file’s, not a page’s. A missing client
 * file must return 404, because a browser would run the page as the file. Names that start with a dot are never
 * pages.
 */
export const isCall = (method: string, path: string): boolean =>
  /(^|\/)(\.|%2e)/i.test(path) ||
  /^\/(api|user|sanctum|health|metrics|openapi\.json|media|assets)(\/|$)/.test(path) ||
  (method !== 'GET' && method !== 'HEAD') ||
  (methodsOf(path).length > 0 && path !== '/login')

/** What answers paths that are no call’s. */
interface UnknownRoutes {
  /** The staff application; null without a build. */
  readonly page: Page | null
  /** The sites of schools; it returns whether it answered: false for an address that is no site’s. */
  readonly site: ((request: FastifyRequest, reply: FastifyReply) => Promise<boolean>) | null
  /** The cookie of staff who are signed in. */
  readonly sessionName: string
}

/**
 * Handles unknown paths: 404, or 405 with Allow if other methods exist. Always JSON, never a redirect. GETs of screens get
 * the application’s page from `page`; those of other paths too, with 404, unless they look like a file’s.
 */
export const answerUnknownRoutes = (app: FastifyInstance, routes: UnknownRoutes): void => {
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (isCall(request.method, path)) return refuseCall(request, path)
    if (await routes.site?.(request, reply)) return reply
    return routes.page
      ? sendScreen(request, reply, path, { ...routes, page: routes.page })
      : refuseCall(request, path)
  })
}

type ScreenRoutes = UnknownRoutes & { readonly page: Page }

const sendScreen = (
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  { page, sessionName }: ScreenRoutes,
): FastifyReply => {
  // a missing file isn’t a page; an unknown screen is one that says so
  const isScreen = page.isScreen(path)
  if (!isScreen && looksLikeFile(path)) throw problem.notFound()
  const body = page.html(request.cookies?.[sessionName] !== undefined)
  return reply
    .code(isScreen ? 200 : 404)
    .header('Cache-Control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(body)
}

const refuseCall = ({ method }: FastifyRequest, path: string): never => {
  const allowed = methodsOf(path)
  // the path's own method comes here if its ID is longer than any valid ID
  if (allowed.length === 0 || allowed.includes(method)) throw problem.notFound()
  throw new Problem('method_not_allowed', { headers: { Allow: allowed.join(', ') } })
}
