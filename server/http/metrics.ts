import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { House } from '../context.ts'
import { isSame } from '../lib/crypt.ts'
import { problem } from '../problem.ts'

/** Upper bounds of the durations, in seconds. */
const bounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

interface Timing {
  readonly method: string
  readonly route: string
  readonly byStatus: Map<number, number>
  /** How many took at most each bound, cumulated as the format wants it. */
  readonly within: number[]
  count: number
  seconds: number
}

/** The numbers of this process, in the text format of Prometheus (version 0.0.4), at `/metrics`. */
export const serveMetrics = (app: FastifyInstance, house: House): void => {
  const timings = new Map<string, Timing>()
  app.addHook('onResponse', (request, reply, done) => {
    // The pattern, never the address: an address may hold what somebody searched for.
    const route = request.routeOptions.url ?? 'page'
    note(timings, { method: request.method, route }, reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(house, request)) throw problem.unauthenticated()
    void reply.type('text/plain; version=0.0.4; charset=utf-8')
    return [
      ...requestLines([...timings.values()]),
      ...poolLines(house),
      ...(await workLines(house)),
      '',
    ].join('\n')
  })
}

const note = (
  timings: Map<string, Timing>,
  { method, route }: Pick<Timing, 'method' | 'route'>,
  status: number,
  seconds: number,
): void => {
  const key = `${method} ${route}`
  const timing = timings.get(key) ?? {
    method,
    route,
    byStatus: new Map<number, number>(),
    within: bounds.map(() => 0),
    count: 0,
    seconds: 0,
  }
  timings.set(key, timing)
  timing.byStatus.set(status, (timing.byStatus.get(status) ?? 0) + 1)
  timing.count += 1
  timing.seconds += seconds
  for (const [index, bound] of bounds.entries())
    if (seconds <= bound) timing.within[index] = (timing.within[index] ?? 0) + 1
}

/** Whoever knows METRICS_TOKEN; else whoever asks from this machine, and not through a proxy that runs on it. */
const mayRead = ({ settings }: House, request: FastifyRequest): boolean => {
  const [, token] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
  if (settings.metricsToken !== null && token !== undefined) return isSame(token, settings.metricsToken)
  const isForwarded = ['x-forwarded-for', 'forwarded', 'via'].some(
    (name) => request.headers[name] !== undefined,
  )
  return !isForwarded && isLoopback(request.socket.remoteAddress ?? '')
}

const isLoopback = (address: string): boolean =>
  address === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address)

const line = (name: string, labels: Readonly<Record<string, string | number>>, value: number): string =>
  `${name}{${Object.entries(labels)
    .map(([label, text]) => `${label}="${text}"`)
    .join(',')}} ${value}`

const head = (name: string, type: 'counter' | 'gauge' | 'histogram', help: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
]

const requestLines = (timings: readonly Timing[]): string[] => {
  const [requests, durations] = ['shipmate_http_requests_total', 'shipmate_http_request_duration_seconds']
  return [
    ...head(requests, 'counter', 'Requests by method, route and status.'),
    ...timings.flatMap(({ method, route, byStatus }) =>
      [...byStatus].map(([status, count]) => line(requests, { method, route, status }, count)),
    ),
    ...head(durations, 'histogram', 'Time until the answer was out, by method and route.'),
    ...timings.flatMap(({ method, route, within, count, seconds }) => [
      ...bounds.map((le, index) => line(`${durations}_bucket`, { method, route, le }, within[index] ?? 0)),
      line(`${durations}_bucket`, { method, route, le: '+Inf' }, count),
      line(`${durations}_sum`, { method, route }, seconds),
      line(`${durations}_count`, { method, route }, count),
    ]),
  ]
}

const poolLines = ({ pool }: House): string[] => {
  const name = 'shipmate_database_connections'
  return [
    ...head(name, 'gauge', 'Connections of this process by state; waiting are requests without one.'),
    line(name, { state: 'busy' }, pool.totalCount - pool.idleCount),
    line(name, { state: 'idle' }, pool.idleCount),
    line(name, { state: 'waiting' }, pool.waitingCount),
  ]
}

/** Long work by kind and state, of all processes: `queued` is the depth of the queue, `failed` what nobody finished. */
const workLines = async ({ db }: House): Promise<string[]> => {
  const name = 'shipmate_work'
  // scope: counts over every school, for whoever runs the server; no row and no school is named
  const { rows } = await sql<{ kind: string; state: string; count: number }>`
    select 'import' as kind, state, count(*)::int as count from imports group by state
    union all select kind, state, count(*)::int from jobs group by kind, state order by kind, state`.execute(
    db,
  )
  return [
    ...head(name, 'gauge', 'Imports and bulk changes by kind and state, of all processes.'),
    ...rows.map(({ kind, state, count }) => line(name, { kind, state }, count)),
  ]
}
