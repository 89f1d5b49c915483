import { hash, parseOptions, verify } from '@node-rs/argon2'
import { Problem } from '#server/platform/problem.ts'

/** Argon2id, the package’s default algorithm (its enum doesn’t exist at run time). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const argon2id = 2

/** Hashes that run at once, and hashes that can wait. Each takes 19 MiB. */
const maxRunning = 4
const maxWaiting = 40

let running = 0
const waiting: (() => void)[] = []

/** Waits for a turn to hash. @throws Problem 503 if too many are waiting */
const runLimited = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= maxRunning) {
    if (waiting.length >= maxWaiting) throw new Problem('unavailable', { headers: { 'Retry-After': '2' } })
    // hands the slot to the next in line, so that no one skips the queue
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** A well-formed hash of no password, so that accounts without one take the same time. */
const placeholderHash = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$c2hpcG1hdGVzaGlwbWF0ZQ$${'A'.repeat(43)}`

/** Returns the hash of a password, including its parameters. */
export const hashPassword = (password: string): Promise<string> =>
  runLimited(() => hash(password.normalize('NFKC'), parameters))

/** Returns whether a password matches a hash. Without a hash it computes one anyway and returns false. */
export const isPassword = async (stored: string | null, password: string): Promise<boolean> => {
  const matches = await runLimited(() => verify(stored ?? placeholderHash, password.normalize('NFKC')))
  return stored !== null && matches
}

/** Returns whether a hash uses old parameters. */
export const isOutdated = (stored: string): boolean => {
  const made = parseOptions(stored)
  return (
    made.algorithm !== argon2id ||
    made.memoryCost !== parameters.memoryCost ||
    made.timeCost !== parameters.timeCost ||
    made.parallelism !== parameters.parallelism
  )
}
