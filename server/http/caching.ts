import type { FastifyInstance } from 'fastify'

/**
 * No answer rests in a browser's cache, or in one between, where whoever comes next at the same machine finds it. What
 * may be kept says so itself: pictures for everybody (`output.ts`) and the client's own files (`pages.ts`).
 */
export const keepNothing = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (_, reply) => {
    void reply.header('Cache-Control', 'no-store')
  })
}
