/** The calls that a process is answering, so that its background work can let people go first. */
export interface Traffic {
  /** Answers a call. */
  readonly during: <T>(answer: () => Promise<T>) => Promise<T>
  /**
   * Does a piece of background work when the piece before it is done and no call is being answered; it waits for calls
   * some milliseconds at most. One piece at a time: a call that comes meanwhile shares the database with that one only.
   */
  readonly inTurn: <T>(mostMilliseconds: number, work: () => Promise<T>) => Promise<T>
}

/** Creates the record of a process’s calls. */
export const createTraffic = (): Traffic => {
  let open = 0
  let waiting: (() => void)[] = []
  let last = Promise.resolve()
  const pass = async (mostMilliseconds: number): Promise<void> => {
    if (open === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, mostMilliseconds)
      waiting.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
  return {
    during: async (answer) => {
      open += 1
      try {
        return await answer()
      } finally {
        open -= 1
        if (open === 0) {
          for (const go of waiting) go()
          waiting = []
        }
      }
    },
    inTurn: async (mostMilliseconds, work) => {
      const before = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      await before
      try {
        await pass(mostMilliseconds)
        return await work()
      } finally {
        resolve()
      }
    },
  }
}
