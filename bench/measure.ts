import { readFileSync } from 'node:fs'
import { size } from './world.ts'

/** One call; reads its whole response. */
export type Timed = () => Promise<unknown>

export const median = (values: readonly number[]): number => quantile(values, 0.5)

export const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const time = async (run: Timed): Promise<number> => {
  const start = performance.now()
  await run()
  return performance.now() - start
}

/** Returns the milliseconds of processor time of a process; Linux counts in steps of 10. */
const processorTime = (pid: number | undefined): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** The cost of a call: its median and 99th percentile in milliseconds, and its processor time. */
interface Timing {
  readonly p50: number
  readonly p99: number
  readonly processor: number
}
interface Compared {
  readonly ours: Timing
  readonly floor: Timing
}

/** The two server processes. */
export interface Processes {
  readonly ours: number | undefined
  readonly floor: number | undefined
}

const warmUp = 5
const sides = ['ours', 'floor'] as const

/** Calls both in turn, and alternates the first, so that other programs affect both alike. */
export const compare = async (
  runs: Readonly<Record<(typeof sides)[number], Timed>>,
  pids: Processes,
  usualTimes: number,
): Promise<Compared> => {
  const times = Math.ceil(usualTimes * size.share)
  const taken = { ours: [] as number[], floor: [] as number[] }
  const processor = { ours: 0, floor: 0 }
  for (let round = 0; round < times + warmUp; round += 1)
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const before = processorTime(pids[side])
      const one = await time(runs[side])
      if (round < warmUp) continue
      taken[side].push(one)
      processor[side] += processorTime(pids[side]) - before
    }
  const told = (side: (typeof sides)[number]): Timing => ({
    p50: median(taken[side]),
    p99: quantile(taken[side], 0.99),
    processor: processor[side] / taken[side].length,
  })
  return { ours: told('ours'), floor: told('floor') }
}

const clients = 16

/** Calls 16 times at once for some seconds. Returns the calls a second, and the 99th percentile of one in milliseconds. */
export const throughput = async (
  run: Timed,
  seconds = 3 * size.share,
): Promise<{ readonly perSecond: number; readonly p99: number; readonly calls: number }> => {
  const started = performance.now()
  const taken: number[] = []
  const client = async (): Promise<void> => {
    while (performance.now() - started < seconds * 1000) taken.push(await time(run))
  }
  await Promise.all(Array.from({ length: clients }, client))
  const perSecond = taken.length / ((performance.now() - started) / 1000)
  return { perSecond, p99: quantile(taken, 0.99), calls: taken.length }
}

/** Returns the same with the milliseconds of processor time that a call takes of its server. */
const load = async (run: Timed, pid: number | undefined) => {
  const before = processorTime(pid)
  const found = await throughput(run)
  return { ...found, processor: (processorTime(pid) - before) / found.calls }
}

/** Prints a figure with its own budget; `least` budgets are minimums, others are maximums. */
export const reportFigure = (
  name: string,
  value: number,
  { unit, most, least }: { unit: string; most?: number; least?: number },
): boolean => {
  const isWithin = value <= (most ?? Number.POSITIVE_INFINITY) && value >= (least ?? Number.NEGATIVE_INFINITY)
  const budget = most === undefined ? `at least ${least}` : `at most ${most}`
  console.log(
    `${name.padEnd(46)} ${value.toFixed(1).padStart(8)} ${unit}   budget ${budget} ${unit}  ${isWithin ? 'within' : 'OVER'}`,
  )
  return isWithin
}

/** Returns the verdict on a ratio. Its budget is for the full size: with less data, what a call costs anyway weighs more. */
const judge = (ratio: number, budget: number): { readonly isWithin: boolean; readonly verdict: string } => {
  const isWithin = ratio <= budget
  if (size.share < 1) return { isWithin: true, verdict: `budget ×${budget} at the full size` }
  return { isWithin, verdict: `budget ×${budget}  ${isWithin ? 'within' : 'OVER'}` }
}

const inMs = (value: number): string => value.toFixed(1).padStart(7)

/** Prints a comparison; `budget` is the ratio allowed between the medians. Returns whether it's within. */
export const report = (name: string, { ours, floor }: Compared, budget: number): boolean => {
  const { isWithin, verdict } = judge(ours.p50 / floor.p50, budget)
  console.log(
    `${name.padEnd(46)} p50 ${inMs(ours.p50)} / ${inMs(floor.p50)} ms  p99 ${inMs(ours.p99)} / ${inMs(floor.p99)} ms  processor ${inMs(ours.processor)} / ${inMs(floor.processor)} ms  ×${(ours.p50 / floor.p50).toFixed(2)}  ${verdict}`,
  )
  return isWithin
}

/** Compares two servers with 16 parallel clients; `budget` is how many times slower ours can be. */
export const reportThroughput = async (
  name: string,
  runs: Readonly<Record<(typeof sides)[number], Timed>>,
  pids: Processes,
  budget: number,
): Promise<boolean> => {
  const [ours, floor] = [await load(runs.ours, pids.ours), await load(runs.floor, pids.floor)]
  const ratio = floor.perSecond / ours.perSecond
  const { isWithin, verdict } = judge(ratio, budget)
  console.log(
    `${`  ${name}, 16 clients`.padEnd(46)} ${ours.perSecond.toFixed(0)} / ${floor.perSecond.toFixed(0)} a second  p99 ${inMs(ours.p99)} / ${inMs(floor.p99)} ms  processor ${inMs(ours.processor)} / ${inMs(floor.processor)} ms  ×${ratio.toFixed(2)}  ${verdict}`,
  )
  return isWithin
}
