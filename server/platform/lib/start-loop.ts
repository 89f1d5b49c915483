/**
 * Does work again and again, each time after the milliseconds that the last time resolved to. Returns a function that lets
 * running work finish and stops.
 * @param work never rejects
 */
export const startLoop = (work: () => Promise<number>): (() => Promise<void>) => {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let working = Promise.resolve()
  const once = async (): Promise<void> => {
    const pause = await work()
    if (!isStopped) timer = setTimeout(start, pause)
  }
  const start = (): void => {
    working = once()
  }
  start()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await working
  }
}
