import { statSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '#server/platform/context.ts'
import { anchorsFile } from '#server/platform/lib/env.ts'
import { isSame } from '#server/platform/lib/crypt.ts'
import { version } from '#server/platform/lib/version.ts'
import { problem } from '#server/platform/problem.ts'
import { readDatabaseMetrics } from './database-metrics.ts'
import { figure, head, lineOf, type Line } from './figure.ts'
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
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  app.addHook('onClose', () => delay.disable())
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
      ...processLines(services, delay),
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

/** Returns whether the database answered, and what it counts; without it, the process’s own metrics remain. */
const databaseLines = async (services: Services): Promise<string[]> => {
  const lines = await readDatabaseMetrics(services).catch((error: unknown) => {
    if (isTemporary(error)) return null
    throw error
  })
  const isUp = figure('database', 'Whether the database answers: 1 or 0.', [
    [{ state: 'up' }, lines === null ? 0 : 1],
  ])
  return [...isUp, ...(lines ?? [])]
}

const requestLines = (timings: readonly Timing[]): string[] => {
  const durations = 'http_request_duration_seconds'
  return [
    ...figure(
      'http_requests_total',
      'Requests by method, route and status.',
      timings.flatMap(({ method, route, byStatus }) =>
        [...byStatus].map(([status, count]): Line => [{ method, route, status }, count]),
      ),
      'counter',
    ),
    ...head(durations, 'Response time by method and route.', 'histogram'),
    ...timings.flatMap(({ method, route, within, count, seconds }) => [
      ...bounds.map((le, index) =>
        lineOf(`${durations}_bucket`, [{ method, route, le }, within[index] ?? 0]),
      ),
      lineOf(`${durations}_bucket`, [{ method, route, le: '+Inf' }, count]),
      lineOf(`${durations}_sum`, [{ method, route }, seconds]),
      lineOf(`${durations}_count`, [{ method, route }, count]),
    ]),
  ]
}

const poolLines = ({ pool, intake }: Services): string[] =>
  figure(
    'database_connections',
    'Database connections of this process by state. “waiting” counts requests that don’t have a connection yet.',
    Object.entries({ calls: pool, forms: intake.pool }).flatMap(
      ([use, { totalCount, idleCount, waitingCount }]): [Record<string, string>, number][] => [
        [{ use, state: 'busy' }, totalCount - idleCount],
        [{ use, state: 'idle' }, idleCount],
        [{ use, state: 'waiting' }, waitingCount],
      ],
    ),
  )

/** Returns whether this process’s workers run jobs, and how long jobs have waited for any process. */
const workerLines = ({ workers }: Services): string[] => {
  const groups = [...workers.groups()]
  return [
    ...figure(
      'workers_running',
      'Whether the workers of this process run jobs (1) or not (0), by group.',
      groups.map(([group, { isWorking }]) => [{ group }, isWorking ? 1 : 0]),
    ),
    ...figure(
      'oldest_waiting_job_seconds',
      'Age of the oldest job that is due and that no process has taken, by group.',
      groups.map(([group, { oldestWaiting }]) => [{ group }, Math.round(oldestWaiting)]),
    ),
  ]
}

/** Returns the version, the memory and the event loop of this process, and when it last saved an anchor. */
const processLines = ({ settings }: Services, delay: ReturnType<typeof monitorEventLoopDelay>): string[] => {
  const { rss, heapUsed } = process.memoryUsage()
  const anchored = statSync(anchorsFile(settings), { throwIfNoEntry: false })?.mtimeMs
  return [
    ...figure('version', 'The version that runs.', [[{ version }, 1]]),
    ...figure('memory_bytes', 'Memory of this process.', [
      [{ kind: 'rss' }, rss],
      [{ kind: 'heap_used' }, heapUsed],
    ]),
    ...figure('event_loop_delay_seconds', 'Delay of the event loop since the start, by quantile.', [
      [{ quantile: '0.5' }, delay.percentile(50) / 1e9],
      [{ quantile: '0.99' }, delay.percentile(99) / 1e9],
      [{ quantile: '1' }, delay.max / 1e9],
    ]),
    ...figure(
      'anchor_timestamp_seconds',
      'When the latest seals were last saved outside the database.',
      anchored === undefined ? [] : [[{ of: 'seals' }, anchored / 1000]],
    ),
  ]
}
