import * as z from 'zod/mini'
import { emailEvents, eventsResult } from '#contract/mail/email-delivery/shapes.ts'
import { inlined, type Json } from './components.ts'

const eventsReply = z.object({ data: eventsResult })

const text = (mediaType: string, description: string) => ({
  '200': { description, content: { [mediaType]: { schema: { type: 'string' } } } },
})
const problem = (name: string) => ({ $ref: `#/components/responses/${name}` })
const errorResponse = problem('Error')
const okResponse = {
  description: 'OK.',
  content: {
    'application/json': {
      schema: { type: 'object', properties: { status: { type: 'string' }, database: { type: 'string' } } },
    },
  },
}

/** The paths outside the contract’s modules: the event stream, and paths for operators. */
export const operatorPaths: Record<string, Record<string, Json>> = {
  '/api/events': {
    get: {
      operationId: 'live.listenForEvents',
      tags: ['live'],
      summary: 'Sends server-sent events about rows that other users changed.',
      description:
        'Each `rows-changed` event has IDs as JSON, never values, for the schools the user can access. A comment is sent every 4 seconds. The stream ends with its session and doesn’t keep the session active.',
      security: [{ session: [] }],
      responses: {
        ...text('text/event-stream', 'The stream.'),
        '401': problem('Unauthorized'),
        '429': problem('TooManyRequests'),
        default: errorResponse,
      },
    },
  },
  '/api/email-events': {
    post: {
      operationId: 'email-delivery.receiveEmailEvents',
      tags: ['email-delivery'],
      summary: 'Receives reports about bounced emails and spam complaints from the mail server’s provider.',
      description:
        'Without a session: `X-Shipmate-Timestamp` has the Unix time in seconds, at most 5 minutes ago, and `X-Shipmate-Signature` the HMAC-SHA256 of `{timestamp}.{body}` with `EMAIL_EVENTS_SECRET`, in hexadecimal. A repeated report changes nothing. 404 without a secret.',
      security: [],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: inlined(emailEvents, 'input') } },
      },
      responses: {
        '200': {
          description: 'How many reports were applied, were repeated, or are about emails of others.',
          content: { 'application/json': { schema: inlined(eventsReply, 'output') } },
        },
        '400': problem('BadRequest'),
        '401': problem('Unauthorized'),
        '404': problem('NotFound'),
        '413': problem('PayloadTooLarge'),
        '422': problem('UnprocessableEntity'),
        '429': problem('TooManyRequests'),
        '503': problem('ServiceUnavailable'),
        default: errorResponse,
      },
    },
  },
  '/health/live': {
    get: {
      operationId: 'operators.isAlive',
      tags: ['operators'],
      summary: 'Returns whether the process responds.',
      security: [],
      responses: { '200': okResponse, '503': problem('ServiceUnavailable'), default: errorResponse },
    },
  },
  '/health/ready': {
    get: {
      operationId: 'operators.isReady',
      tags: ['operators'],
      summary: 'Returns whether the database also responds.',
      security: [],
      responses: { '200': okResponse, '503': problem('ServiceUnavailable'), default: errorResponse },
    },
  },
  '/metrics': {
    get: {
      operationId: 'operators.readMetrics',
      tags: ['operators'],
      summary: 'Returns this process’s metrics in the Prometheus text format.',
      description:
        'With `Authorization: Bearer` and `METRICS_TOKEN`; if none is set, only from this machine.',
      security: [],
      responses: {
        ...text('text/plain', 'The metrics.'),
        '401': problem('Unauthorized'),
        default: errorResponse,
      },
    },
  },
  '/openapi.json': {
    get: {
      operationId: 'operators.readContract',
      tags: ['operators'],
      summary: 'Returns this document.',
      security: [{ session: [] }],
      responses: {
        '200': {
          description: 'The document.',
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        '401': problem('Unauthorized'),
        default: errorResponse,
      },
    },
  },
  '/api/docs': {
    get: {
      operationId: 'operators.readReference',
      tags: ['operators'],
      summary: 'Returns this document as a page where you can try the calls.',
      security: [{ session: [] }],
      responses: {
        ...text('text/html', 'The page.'),
        '401': problem('Unauthorized'),
        default: errorResponse,
      },
    },
  },
}
