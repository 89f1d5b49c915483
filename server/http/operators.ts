import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Problem } from '../problem.ts'
import type { House } from '../context.ts'
import { workApart } from '../lib/thread/work-apart.ts'
import { demandSignedIn, serveReferencePage } from './reference-page.ts'

/** For whoever runs the server: is it alive, is it ready, what does it offer. */
export const serveOperators = (app: FastifyInstance, house: House): void => {
  let document: Promise<string> | undefined
  serveReferencePage(app, house)
  app.get('/health/live', () => ({ status: 'ok', database: house.databaseTrouble() ?? 'ok' }))
  app.get('/health/ready', async () => {
    await readiness(house)
    return { status: 'ok' }
  })
  app.get('/openapi.json', async (request, reply) => {
    await demandSignedIn(house, request)
    document ??= makeDocument(house)
    try {
      return await reply.type('application/json; charset=utf-8').send(await document)
    } catch (error) {
      document = undefined
      throw error
    }
  })
}

/** Made once, in the thread: it reads the whole contract. */
const makeDocument = ({ settings }: House): Promise<string> =>
  workApart(
    // without a PUBLIC_URL it is at whatever name the reader has for it
    { kind: 'open-api', publicUrl: settings.publicUrlIsGiven ? settings.publicUrl : '/' },
    new Problem('unavailable', { headers: { 'Retry-After': '5' } }),
  )

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
