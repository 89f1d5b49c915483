/** Milliseconds of work after which keys and frames get their turn. */
const breath = 12

/** Lets keys and frames have their turn, where work has gone on for long enough. */
export const createBreath = () => {
  const channel = new MessageChannel()
  let started = performance.now()
  const next = (): Promise<void> =>
    new Promise((done) => {
      channel.port1.addEventListener(
        'message',
        () => {
          started = performance.now()
          done()
        },
        { once: true },
      )
      channel.port2.postMessage(null)
    })
  channel.port1.start()
  return {
    /** At once, or after everything else that waits. */
    take: async (): Promise<void> => {
      if (performance.now() - started > breath) await next()
    },
    next,
    end: (): void => channel.port1.close(),
  }
}
export type Breath = ReturnType<typeof createBreath>
