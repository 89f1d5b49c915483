import { hash, parseOptions, verify } from '@node-rs/argon2'
import { Problem } from '../problem.ts'

/** Argon2id, the package's default algorithm (its enumeration does not exist at run time). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const argon2id = 2

/** Hashes at once, and those who may wait for their turn: 19 MiB each, on a machine that does other things too. */
const atOnce = 4
const mayWait = 40

let running = 0
const waiting: (() => void)[] = []

/** Takes a turn at hashing. @throws Problem 503 when too many wait already */
const withTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= atOnce) {
    if (waiting.length >= mayWait) throw new Problem('unavailable', { headers: { 'Retry-After': '2' } })
    // whoever ends hands its place over, so that nobody slips in between
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

/** Well-formed, with our parameters, and of no password: those who have none take the same time as those who do. */
const nobodysHash = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$c2hpcG1hdGVzaGlwbWF0ZQ$${'A'.repeat(43)}`

/** The hash of a password, its parameters within. */
export const hashPassword = (password: string): Promise<string> =>
  withTurn(() => hash(password.normalize('NFKC'), parameters))

/** Whether a password is the hashed one. Without a hash one is computed all the same, and the answer is no. */
export const isPassword = async (stored: string | null, password: string): Promise<boolean> => {
  const matches = await withTurn(() => verify(stored ?? nobodysHash, password.normalize('NFKC')))
  return stored !== null && matches
}

/** Whether a hash was made with other parameters than today's. */
export const isOutdated = (stored: string): boolean => {
  const made = parseOptions(stored)
  return (
    made.algorithm !== argon2id ||
    made.memoryCost !== parameters.memoryCost ||
    made.timeCost !== parameters.timeCost ||
    made.parallelism !== parameters.parallelism
  )
}
