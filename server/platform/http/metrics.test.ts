import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { version } from '#server/platform/lib/version.ts'
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
  expect(answer.payload).toMatch(/^shipmate_database_connections\{use="forms",state="idle"\} \d+$/m)
  expect(lines).toContain('shipmate_database{state="up"} 1')
  expect(answer.payload).toContain(`shipmate_version{version="${version}"} 1\n`)
  for (const name of ['memory_bytes{kind="rss"}', 'event_loop_delay_seconds{quantile="0.99"}'])
    expect(Number(answer.payload.split(`shipmate_${name} `)[1]?.split('\n')[0])).toBeGreaterThan(0)
  expect(answer.payload).not.toContain('Zelda')
  // every line is a comment, or a name with labels and a number
  for (const text of lines)
    expect(text).toMatch(
      /^($|# (HELP|TYPE) shipmate_\w+ .+$|shipmate_\w+\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\} [\d.e-]+$)/,
    )
})

it('says what waits to leave and for how long, and when scheduled work was last done', async () => {
  const late = "now() - interval '5 minutes'"
  await sql`insert into emails (kind, to_address, to_name, subject, body, created_at, send_at)
    values ('reset_done', 'a@example.edu', 'A', 'S', 'B', now(), ${sql.raw(late)})`.execute(services.owner)
  await sql`insert into schedule_runs (kind, done_at, failed_at, failure)
    values ('delete-expired', to_timestamp(1790000000), to_timestamp(1780000000), 'internal')`.execute(
    services.owner,
  )
  const { payload } = await read({ headers: own })
  expect(payload).toMatch(/\nshipmate_outgoing\{kind="email",state="queued"\} 1\n/)
  expect(payload).toMatch(/\nshipmate_outgoing_overdue_seconds\{kind="email"\} 30\d\n/)
  expect(payload).toContain('\nshipmate_schedule_done_timestamp_seconds{kind="delete-expired"} 1790000000\n')
  expect(payload).toContain(
    '\nshipmate_schedule_failed_timestamp_seconds{kind="delete-expired"} 1780000000\n',
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
