/** The calls that a process is answering, so that its background work can let people go first. */
export interface Traffic {
  /** Answers a call. */
  readonly during: <T>(answer: () => Promise<T>) => Promise<T>
  /** Resolves when no call is being answered, at the latest after some milliseconds. */
  readonly pass: (mostMilliseconds: number) => Promise<void>
}

/** Creates the record of a process’s calls. */
export const createTraffic = (): Traffic => {
  let open = 0
  let waiting: (() => void)[] = []
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
    pass: async (mostMilliseconds) => {
      if (open === 0) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, mostMilliseconds)
        waiting.push(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    },
  }
}
