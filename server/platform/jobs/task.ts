import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Schema } from '#contract/platform/endpoint.ts'
import type { Context, Services } from '#server/platform/context.ts'

/** A background task: its payload’s schema and a function that calls a command. */
export interface Task<S extends Schema = Schema> {
  readonly name: string
  readonly payload: S
  /** Whether its jobs mostly wait for other systems, such as payers: then other workers run them. */
  readonly isOutbound?: true
  run(services: Services, payload: z.output<S>, attempt: Attempt): Promise<void>
  /** Marks the work as failed when every attempt was interrupted. Finished work doesn’t change. */
  abandon(services: Services, payload: z.output<S>): Promise<void>
}

/** The number of attempts for a job that’s interrupted or fails, as in `shipmate_enqueue`. */
export const maxAttempts = 5

/** One attempt of a job. After the last one, the queue doesn’t run it again. */
export interface Attempt {
  readonly isLast: boolean
}

export const task = <S extends Schema>(definition: Task<S>): Task<S> => definition

interface EnqueueOptions {
  /** Whether no one waits for it: jobs that someone waits for go first. */
  readonly canWait?: boolean
}

/** Priorities in the queue; a lower number goes first. */
const priorities = { awaited: 0, canWait: 10 } as const

/** Enqueues a job in the caller’s transaction, so that both are committed or neither. */
export const enqueue = async <S extends Schema>(
  context: Pick<Context, 'db' | 'services' | 'afterCommit'>,
  definition: Task<S>,
  payload: z.input<S>,
  { canWait = false }: EnqueueOptions = {},
): Promise<void> => {
  const priority = canWait ? priorities.canWait : priorities.awaited
  await sql`select shipmate_enqueue(${definition.name}, ${JSON.stringify(payload)}::json, ${priority})`.execute(
    context.db,
  )
  context.afterCommit.push(context.services.onJob)
}
