import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Schema } from '#contract/endpoint.ts'
import type { Context, House } from '../context.ts'

/** Work that is done later, or that is long: its payload's shape, and a shell that calls a command. */
export interface Task<S extends Schema = Schema> {
  readonly name: string
  readonly payload: S
  /** Jobs of one queue run one after another. */
  readonly queue?: string
  run(house: House, payload: z.output<S>, attempt: Attempt): Promise<void>
  /** Ends the work as failed, with a message, when every attempt was cut off. Work that has ended stays as it is. */
  abandon(house: House, payload: z.output<S>): Promise<void>
}

/** How often the queue runs a job that is cut off or fails, as `shipmate_enqueue` says. */
export const maxAttempts = 5

/** One of the tries that the queue gives a job: after the last one nothing happens to it any more. */
export interface Attempt {
  readonly isLast: boolean
}

export const task = <S extends Schema>(definition: Task<S>): Task<S> => definition

/** Enqueues in the caller's transaction: the work exists if, and only if, its reason does. */
export const enqueue = async <S extends Schema>(
  context: Pick<Context, 'db' | 'house' | 'afterCommit'>,
  definition: Task<S>,
  payload: z.input<S>,
): Promise<void> => {
  await sql`select shipmate_enqueue(${definition.name}, ${JSON.stringify(payload)}::json,
    ${definition.queue ?? null}, null)`.execute(context.db)
  context.afterCommit.push(context.house.onJob)
}
