import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger }

/**
 * Returns a log without personal data: no bodies, query strings or names, and only the type and location of
 * errors.
 */
export const createLog = (level: string, destination?: DestinationStream): Logger => {
  const options = { level, base: null, serializers: { err: (error: unknown) => describe(error) } }
  return destination ? pino(options, destination) : pino(options)
}

/**
 * Returns the parts of an error that can be logged. Database messages can quote values, so only their code and
 * location stay.
 */
const describe = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { type: typeof error }
  const fields: Record<string, unknown> = { type: error.name, stack: frames(error) }
  for (const key of ['code', 'table', 'column', 'constraint', 'routine', 'position'])
    if (key in error) fields[key] = Reflect.get(error, key)
  if (!('routine' in error)) fields['message'] = error.message.slice(0, 300)
  return fields
}

const frames = (error: Error): string[] =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim())
