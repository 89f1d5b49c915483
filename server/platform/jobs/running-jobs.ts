/**
 * The jobs that this process runs, by the worker pool that took them. A pool stays listed until it has ended and its last
 * job too: until then its jobs belong to this process.
 */
export interface RunningJobs {
  /** Lists a pool that was opened. `onGone` is called when it has ended and runs no job. */
  open(pool: string, onGone: () => void): void
  /** Ends a pool. Jobs that it still runs go on. */
  close(pool: string): void
  /** Lists a job until the returned function is called. */
  begin(pool: string, job: string): () => void
  pools(): string[]
  jobs(): string[]
}

interface Listed {
  readonly jobs: Set<string>
  readonly onGone: () => void
  isClosed: boolean
}

/** Creates an empty list. */
export const createRunningJobs = (): RunningJobs => {
  const pools = new Map<string, Listed>()
  const removeIfGone = (id: string, pool: Listed): void => {
    if (!pool.isClosed || pool.jobs.size > 0 || !pools.delete(id)) return
    pool.onGone()
  }
  return {
    open: (id, onGone) => void pools.set(id, { jobs: new Set(), onGone, isClosed: false }),
    close: (id) => {
      const pool = pools.get(id)
      if (!pool) return
      pool.isClosed = true
      removeIfGone(id, pool)
    },
    begin: (id, job) => {
      const pool = pools.get(id)
      pool?.jobs.add(job)
      return () => {
        if (pool?.jobs.delete(job)) removeIfGone(id, pool)
      }
    },
    pools: () => [...pools.keys()],
    jobs: () => [...pools.values()].flatMap(({ jobs }) => [...jobs]),
  }
}
