/**
 * Returns a function that passes its inputs to `run` in groups: one group runs at a time, and the inputs that arrive
 * meanwhile form the next one. So one statement saves what would be several under load, and nothing waits without.
 * @param run returns one result for each input, in their order; if it throws, the whole group fails
 */
export const inGroups = <In, Out>(
  run: (inputs: readonly In[]) => Promise<readonly Out[]>,
): ((input: In) => Promise<Out>) => {
  interface Waiting {
    readonly input: In
    readonly done: (output: Out) => void
    readonly failed: (why: unknown) => void
  }
  let waiting: Waiting[] = []
  let isRunning = false
  const runAll = async (): Promise<void> => {
    isRunning = true
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      try {
        const outputs = await run(group.map(({ input }) => input))
        for (const [at, output] of outputs.entries()) group[at]?.done(output)
      } catch (error) {
        for (const { failed } of group) failed(error)
      }
    }
    isRunning = false
  }
  return (input) =>
    new Promise((done, failed) => {
      waiting.push({ input, done, failed })
      if (!isRunning) void runAll()
    })
}
