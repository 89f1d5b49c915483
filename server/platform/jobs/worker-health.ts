import type { WorkerGroup, WorkerHealth } from '#server/platform/context.ts'

/** Milliseconds workers may be silent before that counts as trouble: longer than a restart takes. */
export const restartTime = 15_000

interface Noted {
  isWorking: boolean
  since: number
  oldest: { readonly seconds: number; readonly at: number } | null
}

/** Creates the health of workers that haven’t started. Before they start there is no trouble. */
export const createWorkerHealth = (now: () => number = () => performance.now()): WorkerHealth => {
  const noted = new Map<WorkerGroup, Noted>()
  const of = (group: WorkerGroup): Noted => {
    const found = noted.get(group) ?? { isWorking: false, since: now(), oldest: null }
    noted.set(group, found)
    return found
  }
  /** A job that waited at the last look has grown older since, also while nobody can look. */
  const ageOf = ({ oldest }: Noted): number =>
    oldest === null || oldest.seconds === 0 ? 0 : oldest.seconds + (now() - oldest.at) / 1000
  return {
    trouble: () =>
      [...noted.values()].some(({ isWorking, since }) => !isWorking && now() - since > restartTime)
        ? 'The workers aren’t running.'
        : null,
    groups: () =>
      new Map(
        [...noted].map(([group, each]) => [group, { isWorking: each.isWorking, oldestWaiting: ageOf(each) }]),
      ),
    noteWorking: (group, isWorking) => {
      const found = of(group)
      if (found.isWorking !== isWorking) Object.assign(found, { isWorking, since: now() })
    },
    noteOldest: (group, seconds) => {
      of(group).oldest = { seconds, at: now() }
    },
  }
}
