import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import etag from '@fastify/etag'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { contract } from '#contract/app/contract.ts'
import { handlers as apiTokens } from '#server/accounts/api-tokens/routes.ts'
import { handlers as audit } from '#server/outputs/audit/routes.ts'
import { handlers as auth } from '#server/accounts/auth/routes.ts'
import { handlers as bursar } from '#server/outputs/bursar/routes.ts'
import type { Services } from '#server/platform/context.ts'
import { handlers as carrierFiles } from '#server/outputs/carrier-files/routes.ts'
import { handlers as decisions } from '#server/review/decisions/routes.ts'
import { handlers as demoDate } from '#server/platform/demo-date/routes.ts'
import { handlers as documents } from '#server/records/documents/routes.ts'
import { handlers as drafts } from '#server/accounts/drafts/routes.ts'
import { handlers as exportsRoom } from '#server/review/exports/routes.ts'
import { quantityUnseen } from '#server/review/form-submissions/index.ts'
import { handlers as formSubmissions } from '#server/review/form-submissions/routes.ts'
import { handlersWith as historyWith } from '#server/platform/history/routes.ts'
import { restrictDemoHost } from '#server/platform/http/demo-host.ts'
import { serveEmailFrame } from '#server/platform/http/email-frame.ts'
import { serveEvents } from '#server/platform/http/events.ts'
import { keepClientAddress } from '#server/platform/http/client-address.ts'
import { allowAdminOrigins } from '#server/platform/http/cors.ts'
import { serveMetrics } from '#server/platform/http/metrics.ts'
import { mount } from '#server/platform/http/mount.ts'
import { contentSecurityPolicy } from '#server/platform/http/page-policy.ts'
import { sessionCookie } from '#server/platform/http/cookies.ts'
import { servePages } from '#server/platform/http/pages.ts'
import { answerUnknownRoutes } from '#server/platform/http/unknown-routes.ts'
import { closeAfterUnreadBody } from '#server/platform/http/unread-body.ts'
import { renderProblem } from '#server/platform/http/problems.ts'
import { serveHealth, serveOperators } from '#server/platform/http/operators.ts'
import { handlers as imports } from '#server/review/imports/routes.ts'
import { handlers as insuranceCompanies } from '#server/records/insurance-companies/routes.ts'
import { handlers as jobs } from '#server/platform/jobs/routes.ts'
import { handlers as emailDelivery } from '#server/mail/email-delivery/routes.ts'
import { receiveEmailEvents } from '#server/mail/email-delivery/connections/receive-events.ts'
import { handlers as emailTemplates } from '#server/mail/email-templates/routes.ts'
import { handlers as emails } from '#server/review/emails/routes.ts'
import { handlers as notes } from '#server/records/notes/routes.ts'
import { handlers as periods } from '#server/setup/periods/routes.ts'
import { handlers as preferences } from '#server/accounts/preferences/routes.ts'
import { handlersWith as schoolsWith } from '#server/setup/schools/routes.ts'
import { handlers as singleSignOn } from '#server/accounts/single-sign-on/routes.ts'
import { handlers as studentPeriods } from '#server/records/student-periods/routes.ts'
import { handlers as studentMessages } from '#server/review/student-messages/routes.ts'
import { handlers as studentStatus } from '#server/review/student-status/routes.ts'
import { handlers as students } from '#server/records/students/routes.ts'
import { handlers as users } from '#server/accounts/users/routes.ts'
import { handlers as views } from '#server/records/views/routes.ts'
import { handlers as webhooks } from '#server/outputs/webhooks/routes.ts'
import { handlers as options } from '#server/records/options/routes.ts'
import { handlers as site } from '#server/setup/site/routes.ts'
import { handlers as siteVisits } from '#server/setup/site-visits/routes.ts'
import { handlers as website } from '#server/setup/website/routes.ts'
import { handlers as retention } from '#server/outputs/retention/routes.ts'
import { handlers as reportSchedules } from '#server/outputs/report-schedules/routes.ts'
import { handlers as reports } from '#server/outputs/reports/routes.ts'
import { handlers as reverifications } from '#server/review/reverifications/routes.ts'
import { handlers as calendar } from '#server/review/calendar/routes.ts'
import { handlers as setupDifferences } from '#server/review/setup-differences/routes.ts'
import { handlers as defaultEnrollments } from '#server/review/default-enrollments/routes.ts'
import { handlers as verifications } from '#server/review/verifications/routes.ts'
import { serveSiteHosts } from './site-hosts.ts'
import { buildFolder, createSites } from './site-pages.ts'
import { undo } from './undo-job.ts'

/** Milliseconds after which slow senders are disconnected, and milliseconds between checks. */
const slowSenders = {
  requestTimeout: 30_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000 },
} as const

const megabyte = 1024 * 1024

/** Creates the whole server, not yet listening: plugins, modules, and what isn’t a module. */
export const createApp = async (services: Services, build = buildFolder): Promise<FastifyInstance> => {
  const app = Fastify({
    logger: false,
    bodyLimit: megabyte,
    ...slowSenders,
    trustProxy: services.settings.trustedProxies.length > 0 ? [...services.settings.trustedProxies] : false,
    routerOptions: {
      maxParamLength: 200,
      querystringParser: (text) => Object.fromEntries(parameters(text)),
    },
    genReqId: () => randomUUID(),
    exposeHeadRoutes: false,
    frameworkErrors: renderProblem(services.log),
  })
  keepClientAddress(app)
  app.setErrorHandler(renderProblem(services.log))
  await app.register(helmet, contentSecurityPolicy(services.settings))
  turnOffCaching(app)
  closeAfterUnreadBody(app)
  restrictDemoHost(app, services.settings)
  serveMetrics(app, services)
  allowAdminOrigins(app, services.settings)
  await app.register(cookie)
  const site = createSites(services, build)
  serveSiteHosts(app, services, site)
  await app.register(multipart)
  readBodies(app)
  answerUnknownRoutes(app, {
    page: await servePages(app, services.settings, join(build, 'client')),
    site,
    sessionName: sessionCookie(services.settings),
  })
  mountModules(app, services)
  await mountSite(app, services)
  serveEvents(app, services)
  serveEmailFrame(app, services.settings)
  serveHealth(app, services)
  serveOperators(app, services)
  await receiveEmailEvents(app, services)
  return app
}

/** Creates what answers for a process that only works: health checks and metrics. */
export const createWorkerApp = async (services: Services): Promise<FastifyInstance> => {
  const app = Fastify({ logger: false, ...slowSenders, frameworkErrors: renderProblem(services.log) })
  app.setErrorHandler(renderProblem(services.log))
  await app.register(helmet)
  serveMetrics(app, services)
  serveHealth(app, services)
  return app
}

/** Adds the calls of every module. */
const mountModules = (app: FastifyInstance, services: Services): void => {
  mount(app, services, contract.auth, auth)
  mount(app, services, contract.users, users)
  mount(app, services, contract.schools, schoolsWith(quantityUnseen))
  mount(app, services, contract['api-tokens'], apiTokens)
  mount(app, services, contract.webhooks, webhooks)
  mount(app, services, contract.periods, periods)
  mount(app, services, contract.website, { ...website, ...options })
  mount(app, services, contract['site-visits'], siteVisits)
  mount(app, services, contract.students, students)
  mount(app, services, contract['student-periods'], studentPeriods)
  mount(app, services, contract.notes, notes)
  mount(app, services, contract.emails, emails)
  mount(app, services, contract['email-delivery'], emailDelivery)
  mount(app, services, contract['email-templates'], emailTemplates)
  mount(app, services, contract.decisions, decisions)
  mount(app, services, contract.verifications, verifications)
  mount(app, services, contract.reverifications, reverifications)
  mount(app, services, contract['default-enrollments'], defaultEnrollments)
  mount(app, services, contract['setup-differences'], setupDifferences)
  mount(app, services, contract.calendar, calendar)
  mount(app, services, contract.bursar, bursar)
  mount(app, services, contract['carrier-files'], carrierFiles)
  mount(app, services, contract.reports, reports)
  mount(app, services, contract['report-schedules'], reportSchedules)
  mount(app, services, contract['single-sign-on'], singleSignOn)
  mount(app, services, contract.documents, documents)
  mount(app, services, contract['form-submissions'], formSubmissions)
  mount(app, services, contract['student-status'], studentStatus)
  mount(app, services, contract['student-messages'], studentMessages)
  mount(app, services, contract['insurance-companies'], insuranceCompanies)
  mount(app, services, contract.imports, imports)
  mount(app, services, contract.exports, exportsRoom)
  mount(app, services, contract.history, historyWith(undo))
  mount(app, services, contract.audit, audit)
  mount(app, services, contract.retention, retention)
  mount(app, services, contract.jobs, jobs)
  mount(app, services, contract['demo-date'], demoDate)
  mount(app, services, contract.drafts, drafts)
  mount(app, services, contract.views, views)
  mount(app, services, contract.preferences, preferences)
}

/** Adds what students’ browsers and other sites read again and again: unchanged, it’s answered with 304. */
const mountSite = (app: FastifyInstance, services: Services): PromiseLike<unknown> =>
  app.register(async (inside) => {
    await inside.register(etag)
    mount(inside, services, contract.site, site)
  })

/** Parses a query string. A parameter given twice becomes a list, which schemas reject by name. */
const parameters = (text: string): Map<string, string | string[]> => {
  const found = new Map<string, string | string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    const former = found.get(name)
    found.set(name, former === undefined ? value : [former, value].flat())
  }
  return found
}

/**
 * Accepts JSON bodies, and forms on upload endpoints (parsed by their plugin); any other type is 415. An empty
 * JSON body counts as no body. Keys that would pollute a prototype are rejected.
 */
const readBodies = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, String(body), done)
  })
}

/**
 * Turns off caching for all responses, so that the next user of the same machine can’t find them. Public images
 * (`output.ts`) and the client’s own files (`pages.ts`) set their own headers.
 */
const turnOffCaching = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (_, reply) => {
    void reply.header('Cache-Control', 'no-store')
  })
}
