import type { FastifyInstance } from 'fastify'

/**
 * Bodies are JSON, or forms where a file is wanted (its plugin reads those); anything else is 415. Clients that
 * announce JSON and send nothing have sent nothing. Keys that would poison an object are unreadable.
 */
export const readBodies = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, String(body), done)
  })
}
