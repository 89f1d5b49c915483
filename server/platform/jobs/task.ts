import { sql } from 'kysely'
import * as z from 'zod/mini'
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

/** The contexts that enqueue jobs: requests, other jobs, and what runs by the clock. */
type Enqueuing = Pick<Context, 'db' | 'services' | 'afterCommit'> & {
  readonly caller?: { readonly emergency_id?: number | null } | null
}

/** What the queue keeps with a task’s payload. */
const enqueued = z.object({ emergency_id: z.optional(z.int()) })

/** Returns the services of a job with the emergency access in which it was started, if there is one. */
export const servicesOf = (services: Services, payload: unknown): Services => {
  const { emergency_id: emergencyId } = z.parse(enqueued, payload)
  return emergencyId === undefined ? services : { ...services, emergencyId }
}

interface EnqueueOptions {
  /** Whether no one waits for it: jobs that someone waits for go first. */
  readonly canWait?: boolean
}

/** Priorities in the queue; a lower number goes first. */
const priorities = { awaited: 0, canWait: 10 } as const

/** Enqueues a job in the caller’s transaction, so that both are committed or neither. It belongs to their emergency access. */
export const enqueue = async <S extends Schema>(
  context: Enqueuing,
  definition: Task<S>,
  payload: z.input<S>,
  { canWait = false }: EnqueueOptions = {},
): Promise<void> => {
  const priority = canWait ? priorities.canWait : priorities.awaited
  const emergency_id = context.caller?.emergency_id ?? undefined
  await sql`select shipmate_enqueue(${definition.name},
    (${JSON.stringify(payload)}::jsonb || ${JSON.stringify({ emergency_id })}::jsonb)::json, ${priority})`.execute(
    context.db,
  )
  context.afterCommit.push(context.services.onJob)
}
