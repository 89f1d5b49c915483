import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { limits, mostStreams } from '#contract/platform/limits.ts'
import { clientOf } from '#server/testing/client.ts'
import { buildRequestWorld, type RequestWorld } from '#server/testing/request-world.ts'
import { requestOf, rows, sendRequest, type Row } from '#server/testing/send-request.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { inlined } from './open-api/components.ts'

let services: TestServices
let world: RequestWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
const inNewWorld = () =>
  beforeEach(async () => {
    world = await buildRequestWorld(services)
  })

const nameOf = ({ module, name }: Row): string => `${module}.${name}`
const queried = ({ query }: Endpoint): string[] =>
  query ? Object.keys(Object(inlined(query, 'input')['properties'])) : []
const searches = ({ endpoint }: Row): boolean =>
  queried(endpoint).some((name) => name === 'search' || name === 'q')
const returnsFile = ({ endpoint }: Row): boolean =>
  (endpoint.reply.envelope === 'download' && !endpoint.isPublic) || endpoint.orFile === true
/** Calls that send something out, by what they’re called, and calls of people who aren’t signed in. */
const sendsOut = ({ endpoint: { method, path } }: Row): boolean =>
  method !== 'GET' && /test|check|export|print|resend|domain/.test(path)
const isOpen = ({ endpoint: { access, method } }: Row): boolean => access === 'anyone' && method !== 'GET'

const limited = rows.filter((row) => searches(row) || returnsFile(row) || sendsOut(row) || isOpen(row))

describe('a call that someone could repeat to cause harm', () => {
  it.each(limited.map((row) => [nameOf(row), row.endpoint] as const))('%s has a limit', (name, { limit }) => {
    expect([name, limit === undefined]).toEqual([name, false])
  })

  it('is found by what it takes, returns and sends', () => {
    expect(limited.length).toBeGreaterThan(50)
    for (const name of ['students.searchStudentsByName', 'exports.startExport', 'auth.login'])
      expect(limited.map(nameOf)).toContain(name)
    // who isn't signed in has a limit by network, which the handler counts
    const wanted = ({ endpoint }: Row) => (endpoint.access === 'anyone' ? 'own' : 'searches')
    expect(rows.filter((row) => searches(row) && row.endpoint.limit !== wanted(row)).map(nameOf)).toEqual([])
  })
})

/** Makes a call until it’s refused. Returns how often it was answered, and the refusal. */
const repeat = async (name: string, query?: Readonly<Record<string, unknown>>) => {
  const row = rows.find((one) => nameOf(one) === name)
  if (!row) throw new Error(`There is no ${name}.`)
  const valid = await requestOf(row, world)
  const ask = query ? { ...valid, query: { ...valid.query, ...query } } : valid
  for (let count = 0; count <= 700; count += 1) {
    const answer = await sendRequest(world.admin, row, ask)
    if (answer.status === 429) return { count, answer }
    expect(answer.status).toBeLessThan(300)
  }
  return { count: null, answer: null }
}

describe('a limit', () => {
  inNewWorld()

  it.each([
    ['email-templates.sendTestStudentEmail', limits.singleEmails.most],
    ['exports.startExport', limits.exports.most],
    ['exports.recordPrint', limits.exports.most],
    ['students.searchStudentsByName', limits.searches.most],
  ])('refuses the next %s with the time to wait', async (name, most) => {
    const { count, answer } = await repeat(name)
    expect([count, answer?.body.code]).toEqual([most, 'too_many'])
    expect(Number(answer?.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer?.body.message).toMatch(/^Too many .*\. Try again in \d+ (seconds|minutes)\.$/)
  })

  it('is a user’s own, and ends', async () => {
    await repeat('exports.recordPrint')
    const row = rows.find((one) => nameOf(one) === 'exports.recordPrint')
    if (!row) throw new Error('no prints')
    const ask = await requestOf(row, world)
    expect((await sendRequest(world.registrar, row, ask)).status).toBe(201)
    services.clock.advance(limits.exports.seconds)
    const later = await clientOf(services, world.adminId)
    expect((await sendRequest(later, row, ask)).status).toBe(201)
  })
})

describe('event streams', () => {
  inNewWorld()

  it('of one user are limited, and an ended one makes room', async () => {
    const address = await services.app.listen({ port: 0, host: '127.0.0.1' })
    const cookie = `shipmate_session=${world.admin.cookies.get('shipmate_session')}`
    const open = () => {
      const ended = new AbortController()
      return { ended, answer: fetch(`${address}/api/events`, { headers: { cookie }, signal: ended.signal }) }
    }
    const streams = Array.from({ length: mostStreams }, open)
    for (const { answer } of streams) expect((await answer).status).toBe(200)
    const refused = await open().answer
    expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining('too_many')])
    streams[0]?.ended.abort()
    await expect.poll(async () => (await open().answer).status).toBe(200)
    for (const { ended } of streams) ended.abort()
  })
})
