import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Reading the address saves it with the socket. */
const readAddress = ({ remoteAddress }: Socket): string | undefined => remoteAddress

/**
 * Keeps the network address of each connection from its start. Node asks for it only when it’s first read, so a client that
 * hangs up right after its request would otherwise have none in the access log.
 */
export const keepClientAddress = (app: FastifyInstance): void => {
  app.server.on('connection', readAddress)
}
