/** Milliseconds of one call, its answer read whole. */
export type Timed = () => Promise<void>

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

const time = async (run: Timed): Promise<number> => {
  const start = performance.now()
  await run()
  return performance.now() - start
}

/** Both, one after the other, so that whatever else the machine does falls on both alike. */
export const compare = async (
  ours: Timed,
  floor: Timed,
  times: number,
): Promise<{ ours: number; floor: number }> => {
  const taken = { ours: [] as number[], floor: [] as number[] }
  for (let round = 0; round < times + 5; round += 1) {
    const [one, other] = [await time(ours), await time(floor)]
    if (round < 5) continue
    taken.ours.push(one)
    taken.floor.push(other)
  }
  return { ours: median(taken.ours), floor: median(taken.floor) }
}

/** A line of the report for a figure that has a budget of its own; `least` budgets are to be reached, not kept under. */
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

/** A line of the report; `budget` is the ratio allowed. */
export const report = (
  name: string,
  { ours, floor }: { ours: number; floor: number },
  budget: number,
): boolean => {
  const ratio = ours / floor
  const verdict = ratio <= budget ? 'within' : 'OVER'
  console.log(
    `${name.padEnd(46)} ours ${ours.toFixed(1).padStart(8)} ms   floor ${floor.toFixed(1).padStart(8)} ms   ratio ${ratio.toFixed(2)}   budget ${budget.toFixed(1)}  ${verdict}`,
  )
  return ratio <= budget
}
