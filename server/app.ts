import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { contract } from '#contract/index.ts'
import { handlers as auth } from './auth/routes.ts'
import type { House } from './context.ts'
import { handlers as documents } from './documents/routes.ts'
import { handlers as drafts } from './drafts/routes.ts'
import { handlers as exportsRoom } from './exports/routes.ts'
import { handlers as history } from './history/routes.ts'
import { keepDemoAtHome } from './http/demo-host.ts'
import { readBodies } from './http/bodies.ts'
import { serveEvents } from './http/events.ts'
import { keepNothing } from './http/caching.ts'
import { allowAdminOrigins } from './http/cors.ts'
import { serveMetrics } from './http/metrics.ts'
import { mount } from './http/mount.ts'
import { contentSecurityPolicy } from './http/page-policy.ts'
import { sessionCookie } from './http/cookies.ts'
import { servePages } from './http/pages.ts'
import { slowSenders } from './http/slow-senders.ts'
import { answerUnknownRoutes } from './http/unknown-routes.ts'
import { renderProblem } from './http/problems.ts'
import { serveOperators } from './http/operators.ts'
import { handlers as imports } from './imports/routes.ts'
import { handlers as insuranceCompanies } from './insurance-companies/routes.ts'
import { handlers as jobs } from './jobs/routes.ts'
import { handlers as notes } from './notes/routes.ts'
import { handlers as periods } from './periods/routes.ts'
import { handlers as preferences } from './preferences/routes.ts'
import { handlers as schools } from './schools/routes.ts'
import { handlers as studentPeriods } from './student-periods/routes.ts'
import { handlers as students } from './students/routes.ts'
import { handlers as views } from './views/routes.ts'
import { handlers as website } from './website/routes.ts'

const megabyte = 1024 * 1024

/** The whole server, not yet listening: plugins, then a line for every room. */
export const createApp = async (house: House): Promise<FastifyInstance> => {
  const app = Fastify({
    logger: false,
    bodyLimit: megabyte,
    ...slowSenders,
    trustProxy: house.settings.trustedProxies.length > 0 ? [...house.settings.trustedProxies] : false,
    routerOptions: {
      maxParamLength: 200,
      querystringParser: (text) => Object.fromEntries(parameters(text)),
    },
    genReqId: () => randomUUID(),
    exposeHeadRoutes: false,
    frameworkErrors: renderProblem(house.log),
  })
  app.setErrorHandler(renderProblem(house.log))
  await app.register(helmet, contentSecurityPolicy(house.settings))
  keepNothing(app)
  keepDemoAtHome(app, house.settings)
  serveMetrics(app, house)
  allowAdminOrigins(app, house.settings)
  await app.register(cookie)
  await app.register(multipart)
  readBodies(app)
  answerUnknownRoutes(app, await servePages(app, house.settings), sessionCookie(house.settings))
  mount(app, house, contract.auth, auth)
  mount(app, house, contract.schools, schools)
  mount(app, house, contract.periods, periods)
  mount(app, house, contract.website, website)
  mount(app, house, contract.students, students)
  mount(app, house, contract['student-periods'], studentPeriods)
  mount(app, house, contract.notes, notes)
  mount(app, house, contract.documents, documents)
  mount(app, house, contract['insurance-companies'], insuranceCompanies)
  mount(app, house, contract.imports, imports)
  mount(app, house, contract.exports, exportsRoom)
  mount(app, house, contract.history, history)
  mount(app, house, contract.jobs, jobs)
  mount(app, house, contract.drafts, drafts)
  serveEvents(app, house)
  mount(app, house, contract.views, views)
  mount(app, house, contract.preferences, preferences)
  serveOperators(app, house)
  return app
}

/** A parameter given twice is a list, which no schema takes: refused by name rather than half read. */
const parameters = (text: string): Map<string, string | string[]> => {
  const found = new Map<string, string | string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    const former = found.get(name)
    found.set(name, former === undefined ? value : [former, value].flat())
  }
  return found
}
