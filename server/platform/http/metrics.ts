import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import { isSame } from '#server/platform/lib/crypt.ts'
import { problem } from '#server/platform/problem.ts'
import { isTemporary } from './problems.ts'

/** Upper bounds of the duration buckets, in seconds. */
const bounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

interface Timing {
  readonly method: string
  readonly route: string
  readonly byStatus: Map<number, number>
  /** The number of requests up to each bound, cumulative as the format requires. */
  readonly within: number[]
  count: number
  seconds: number
}

/** Serves the metrics of this process in the Prometheus text format (version 0.0.4) at `/metrics`. */
export const serveMetrics = (app: FastifyInstance, services: Services): void => {
  const timings = new Map<string, Timing>()
  app.addHook('onResponse', (request, reply, done) => {
    // the route pattern, never the URL: a URL can contain search text
    const route = request.routeOptions.url ?? 'page'
    note(timings, { method: request.method, route }, reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(services, request)) throw problem.unauthenticated()
    void reply.type('text/plain; version=0.0.4; charset=utf-8')
    return [
      ...requestLines([...timings.values()]),
      ...poolLines(services),
      ...workerLines(services),
      ...(await databaseLines(services)),
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

/** Allows only callers with METRICS_TOKEN if it’s set; otherwise callers on this machine, but not through a local proxy. */
const mayRead = ({ settings }: Services, request: FastifyRequest): boolean => {
  const [, token] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
  if (settings.metricsToken !== null) return token !== undefined && isSame(token, settings.metricsToken)
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

/** Returns whether the database answered, and what it counts; without it, the process’s own metrics remain. */
const databaseLines = async (services: Services): Promise<string[]> => {
  const name = 'shipmate_database'
  const asked = async () => [...(await workLines(services)), ...(await sealLines(services))]
  const lines = await asked().catch((error: unknown) => {
    if (isTemporary(error)) return null
    throw error
  })
  return [
    ...head(name, 'gauge', 'Whether the database answers: 1 or 0.'),
    line(name, { state: 'up' }, lines === null ? 0 : 1),
    ...(lines ?? []),
  ]
}

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
    ...head(durations, 'histogram', 'Response time by method and route.'),
    ...timings.flatMap(({ method, route, within, count, seconds }) => [
      ...bounds.map((le, index) => line(`${durations}_bucket`, { method, route, le }, within[index] ?? 0)),
      line(`${durations}_bucket`, { method, route, le: '+Inf' }, count),
      line(`${durations}_sum`, { method, route }, seconds),
      line(`${durations}_count`, { method, route }, count),
    ]),
  ]
}

const poolLines = ({ pool }: Services): string[] => {
  const name = 'shipmate_database_connections'
  return [
    ...head(
      name,
      'gauge',
      'Database connections of this process by state. “waiting” counts requests that don’t have a connection yet.',
    ),
    line(name, { state: 'busy' }, pool.totalCount - pool.idleCount),
    line(name, { state: 'idle' }, pool.idleCount),
    line(name, { state: 'waiting' }, pool.waitingCount),
  ]
}

/** Returns whether this process’s workers run jobs, and how long jobs have waited for any process. */
const workerLines = ({ workers }: Services): string[] => {
  const [running, waiting] = ['shipmate_workers_running', 'shipmate_oldest_waiting_job_seconds']
  const groups = [...workers.groups()]
  return [
    ...head(running, 'gauge', 'Whether the workers of this process run jobs (1) or not (0), by group.'),
    ...groups.map(([group, { isWorking }]) => line(running, { group }, isWorking ? 1 : 0)),
    ...head(waiting, 'gauge', 'Age of the oldest job that is due and that no process has taken, by group.'),
    ...groups.map(([group, { oldestWaiting }]) => line(waiting, { group }, Math.round(oldestWaiting))),
  ]
}

/**
 * Returns jobs by kind and state of all processes: `queued` is the queue’s length, `failed` the jobs that ended
 * without a result.
 */
const workLines = async ({ db }: Services): Promise<string[]> => {
  const name = 'shipmate_work'
  // scope: counts over every school, for the operator; no row or school is named
  const { rows } = await sql<{ kind: string; state: string; count: number }>`
    select 'import' as kind, state, count(*)::int as count from imports group by state
    union all select kind, state, count(*)::int from jobs group by kind, state order by kind, state`.execute(
    db,
  )
  return [
    ...head(name, 'gauge', 'Imports and bulk changes by kind and state, across all processes.'),
    ...rows.map(({ kind, state, count }) => line(name, { kind, state }, count)),
  ]
}

/** Returns how long entries of the history and the access log have waited for their seal. */
const sealLines = async ({ db }: Services): Promise<string[]> => {
  const name = 'shipmate_oldest_unsealed_seconds'
  const { rows } = await sql<{ log: string; seconds: number }>`
    select logs.name as log, coalesce(extract(epoch from clock_timestamp() - min(added_at)), 0)::int as seconds
    from unnest(array['history', 'access_log']) logs (name) left join unsealed_entries on log = logs.name
    group by logs.name order by logs.name`.execute(db)
  return [
    ...head(
      name,
      'gauge',
      'Age of the oldest entry that isn’t sealed, by log. More than a minute is too long.',
    ),
    ...rows.map(({ log, seconds }) => line(name, { log }, seconds)),
  ]
}
