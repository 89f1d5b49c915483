/**
 * Resolves or rejects as the work does, or rejects with an error when the work takes longer than a number of milliseconds.
 * The work itself goes on.
 */
export const within = <T>(work: Promise<T>, milliseconds: number, late: () => Error): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      // responses that arrived while this process was busy are read before the limit is checked
      () => setImmediate(() => setImmediate(() => reject(late()))),
      milliseconds,
    )
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
