import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildRequestWorld } from '#server/testing/request-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

const token = 'a-token-for-the-tests'
let services: TestServices
let open: TestServices
beforeAll(async () => {
  services = await startTestServices({ METRICS_TOKEN: token })
  open = await startTestServices()
})
afterAll(async () => {
  await services.close()
  await open.close()
})

const own = { authorization: `Bearer ${token}` }
interface From {
  readonly remoteAddress?: string
  readonly headers?: Record<string, string>
}
const readFrom = ({ app }: TestServices, from: From) =>
  app.inject({ method: 'GET', url: '/metrics', remoteAddress: '127.0.0.1', ...from })
const read = (from: From = {}) => readFrom(services, from)

it('counts and times requests by pattern, without their content', async () => {
  const world = await buildRequestWorld(services)
  await world.registrar.get(`/api/students/${world.studentId}`)
  await world.registrar.get(`/api/students/search-by-name?q=Zelda&school_id=${world.schoolId}`)
  await world.outsider.get(`/api/students/${world.studentId}`)
  await world.importRoster()
  const answer = await read({ headers: own })
  expect(answer.headers['content-type']).toContain('text/plain; version=0.0.4')
  const lines = answer.payload.split('\n')
  expect(lines).toContain(
    'shipmate_http_requests_total{method="GET",route="/api/students/:id",status="200"} 1',
  )
  expect(lines).toContain(
    'shipmate_http_requests_total{method="GET",route="/api/students/:id",status="404"} 1',
  )
  expect(lines).toContain(
    'shipmate_http_request_duration_seconds_bucket{method="GET",route="/api/students/:id",le="+Inf"} 2',
  )
  expect(lines).toContain(
    'shipmate_http_request_duration_seconds_count{method="GET",route="/api/students/:id"} 2',
  )
  expect(lines).toContain('shipmate_work{kind="import",state="done"} 1')
  expect(answer.payload).toMatch(/^shipmate_database_connections\{state="idle"\} \d+$/m)
  expect(lines).toContain('shipmate_database{state="up"} 1')
  expect(answer.payload).not.toContain('Zelda')
  // every line is a comment, or a name with labels and a number
  for (const text of lines)
    expect(text).toMatch(
      /^($|# (HELP|TYPE) shipmate_\w+ .+$|shipmate_\w+\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\} [\d.e-]+$)/,
    )
})

it.each([
  ['this machine', { remoteAddress: '127.0.0.1' }, 401],
  ['this machine with the token', { remoteAddress: '127.0.0.1', headers: own }, 200],
  ['this machine with a wrong token', { headers: { authorization: 'Bearer no' } }, 401],
  ['another machine', { remoteAddress: '10.0.0.7' }, 401],
  ['another machine with the token', { remoteAddress: '10.0.0.7', headers: own }, 200],
  [
    'another machine with a wrong token',
    { remoteAddress: '10.0.0.7', headers: { authorization: 'Bearer no' } },
    401,
  ],
  ['someone behind a proxy on this machine', { headers: { 'x-forwarded-for': '10.0.0.7' } }, 401],
])('with a token, is available to %s: %s → %i', async (_, from, status) => {
  expect((await read(from)).statusCode).toBe(status)
})

it.each([
  ['this machine', { remoteAddress: '127.0.0.1' }, 200],
  ['this machine over IPv6', { remoteAddress: '::1' }, 200],
  ['another machine', { remoteAddress: '10.0.0.7' }, 401],
  ['another machine with any token', { remoteAddress: '10.0.0.7', headers: own }, 401],
  ['someone behind a proxy on this machine', { headers: { 'x-forwarded-for': '10.0.0.7' } }, 401],
])('without a token, is available to %s: %s → %i', async (_, from, status) => {
  expect((await readFrom(open, from)).statusCode).toBe(status)
})
