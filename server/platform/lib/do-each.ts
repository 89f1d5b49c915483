import type { Logger } from './log.ts'

interface Services {
  readonly log: Logger
  readonly databaseTrouble: () => string | null
  readonly notePartFailed?: () => void
}

/**
 * Does work for each of several things, one after another. What fails is logged under its name, and the rest is done all the
 * same; only a database that’s offline ends it, because everything would fail. Returns the results of what succeeded.
 * @param failed what the log says about a failure
 */
export const doEach = async <T, R>(
  { log, databaseTrouble, notePartFailed }: Services,
  failed: string,
  named: Iterable<readonly [name: string | number, thing: T]>,
  work: (thing: T) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = []
  for (const [name, thing] of named)
    try {
      results.push(await work(thing))
    } catch (error) {
      if (databaseTrouble() !== null) throw error
      log.warn({ err: error, of: name }, failed)
      notePartFailed?.()
    }
  return results
}
