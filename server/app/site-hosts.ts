import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '#server/platform/context.ts'
import { noteSiteHost } from '#server/platform/http/site-host.ts'
import { isStaffHost } from '#server/platform/lib/staff-hosts.ts'
import { within } from '#server/platform/lib/within.ts'
import { problem } from '#server/platform/problem.ts'
import { listSiteHosts } from '#server/setup/site/index.ts'
import type { AnswerSite } from './site-pages.ts'

/** Milliseconds that the hosts count as they were read. A change is in every process within 5 seconds. */
const freshFor = 2000

/** Milliseconds that a request waits for the hosts. After that, the former ones count: a database that hangs stops no page. */
const longestWait = 1000

/**
 * Serves the sites of schools at the root of their hosts: pages, what they load and the calls that anyone can make. Everything
 * else doesn’t exist there. Other hosts are left as they are.
 */
export const serveSiteHosts = (
  app: FastifyInstance,
  services: Services,
  answerSite: AnswerSite | null,
): void => {
  const slugAt = createHosts(services)
  app.addHook('onRequest', async (request, reply) => {
    const host = request.hostname.toLowerCase().replace(/\.$/, '')
    if (host === '' || isStaffHost(services.settings, host)) return
    const slug = await slugAt(host)
    if (slug === undefined) return
    noteSiteHost(request)
    if (isForAnyone(request)) return
    const isAnswered = isPage(request) && (await answerSite?.(request, reply, slug))
    if (isAnswered !== true) throw problem.notFound()
  })
}

/** Returns whether a request is a call that anyone can make, or asks for a file that pages load. */
const isForAnyone = ({ routeOptions, url, method }: FastifyRequest): boolean =>
  Reflect.get(routeOptions.config, 'isPublic') === true || (method === 'GET' && url.startsWith('/assets/'))

const isPage = ({ method, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && !/^\/(api|assets)\//.test(url)

/** Returns a function that finds the school of a host by its slug. */
const createHosts = ({ db, log }: Services): ((host: string) => Promise<string | undefined>) => {
  let known: ReadonlyMap<string, string> = new Map()
  let until = 0
  let reading: Promise<void> | null = null
  const read = async (): Promise<void> => {
    try {
      known = await listSiteHosts(db)
    } catch (error) {
      log.warn({ err: error }, 'The hosts of student sites couldn’t be read.')
    }
    until = Date.now() + freshFor
    reading = null
  }
  return async (host) => {
    if (Date.now() >= until) {
      reading ??= read()
      await within(reading, longestWait, () => new Error('The database is slow.')).catch(() => {
        until = Date.now() + freshFor
      })
    }
    return known.get(host)
  }
}
