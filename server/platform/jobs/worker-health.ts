/** Workers that share a kind of job: those that mostly wait for other systems, and the others. */
export type WorkerGroup = 'inside' | 'outbound'

/** What the workers of a group look like from outside. */
interface GroupHealth {
  /** Whether every worker of the group runs a job or has just asked for one. */
  readonly isWorking: boolean
  /** The age in seconds of the oldest job that is due and that no worker has taken, of all processes. */
  readonly oldestWaiting: number
}

/** The health of this process’s workers, for readiness and metrics. */
export interface WorkerHealth {
  /** The reason no jobs run now; null while the workers work. */
  trouble(): string | null
  groups(): ReadonlyMap<WorkerGroup, GroupHealth>
  noteWorking(group: WorkerGroup, isWorking: boolean): void
  /** Notes the age in seconds of a group’s oldest waiting job. */
  noteOldest(group: WorkerGroup, seconds: number): void
}

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
