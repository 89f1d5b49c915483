import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Problem, problem } from '../problem.ts'
import type { House } from '../context.ts'
import { demandFactor } from './second-factor.ts'
import { identify } from './session.ts'
import { openApi } from './open-api.ts'

/** For whoever runs the server: is it alive, is it ready, what does it offer. */
export const serveOperators = (app: FastifyInstance, house: House): void => {
  app.get('/health/live', () => ({ status: 'ok', database: house.databaseTrouble() ?? 'ok' }))
  app.get('/health/ready', async () => {
    await readiness(house)
    return { status: 'ok' }
  })
  app.get('/openapi.json', async (request) => {
    const caller = await identify(house, request)
    if (!caller) throw problem.unauthenticated()
    demandFactor(house, caller)
    return openApi()
  })
}

/** Asks the database, which holds the queue too. @throws Problem 503 that says what is wrong */
const readiness = async (house: House): Promise<void> => {
  try {
    await sql`select 1`.execute(house.db)
  } catch {
    throw new Problem('unavailable', {
      message: house.databaseTrouble() ?? 'The database doesn’t answer.',
      headers: { 'Retry-After': '5' },
    })
  }
}
