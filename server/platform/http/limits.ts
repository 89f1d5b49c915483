import { limits, type LimitName } from '#contract/platform/limits.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import type { Caller, Services } from '#server/platform/context.ts'
import { countCalls } from './throttle.ts'
import { problem } from '#server/platform/problem.ts'

/** The calls of one user that a process has counted since `startedAt` (milliseconds). */
interface Window {
  startedAt: number
  calls: number
}

/** The windows of each server: tests run several in one process. */
const windows = new WeakMap<Services, Map<string, Window>>()

/** Counts a call in memory. Returns the seconds to wait, or null if it was counted. */
const countHere = (services: Services, name: LimitName, userId: number, now: number): number | null => {
  const { most, seconds } = limits[name]
  const own = windows.get(services) ?? new Map<string, Window>()
  windows.set(services, own)
  const key = `${name}:${userId}`
  const known = own.get(key)
  const isOver = known === undefined || now - known.startedAt >= seconds * 1000
  const window = isOver ? { startedAt: now, calls: 0 } : known
  own.set(key, window)
  if (window.calls >= most) return Math.max(1, Math.ceil(seconds - (now - window.startedAt) / 1000))
  window.calls += 1
  return null
}

const isSearch = (query: unknown): boolean =>
  ['search', 'q'].some((name) => {
    const value: unknown = Reflect.get(Object(query), name)
    return typeof value === 'string' && value !== ''
  })

/** Counts a call for the limit of its endpoint. @throws Problem 429 with Retry-After */
export const countCall = async (
  services: Services,
  { limit }: Pick<Endpoint, 'limit'>,
  caller: Caller | null,
  query: unknown,
): Promise<void> => {
  if (limit === undefined || limit === 'own' || caller === null) return
  if (limit === 'searches' && !isSearch(query)) return
  const { most, seconds, counted, text } = limits[limit]
  const wait =
    counted === 'process'
      ? countHere(services, limit, caller.id, services.clock.now().getTime())
      : await countCalls(services, { name: limit, userId: caller.id, most, seconds })
  if (wait !== null) throw problem.tooMany(wait, `${text} Try again in ${inWords(wait)}.`)
}

const inWords = (seconds: number): string =>
  seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
