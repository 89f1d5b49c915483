import type { Json } from './components.ts'

const text = (mediaType: string, description: string) => ({
  '200': { description, content: { [mediaType]: { schema: { type: 'string' } } } },
})
const otherwise = {
  description: 'A problem.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
}
const problem = (name: string) => ({ $ref: `#/components/responses/${name}` })
const isWell = {
  description: 'It is well.',
  content: {
    'application/json': {
      schema: { type: 'object', properties: { status: { type: 'string' }, database: { type: 'string' } } },
    },
  },
}

/** What is no call of a room: the stream of events, and what is there for whoever runs the server. */
export const operatorPaths: Record<string, Record<string, Json>> = {
  '/api/events': {
    get: {
      operationId: 'live.listenForEvents',
      tags: ['live'],
      summary: 'Server-sent events that tell which rows others have changed.',
      description:
        'Each event `rows-changed` holds ids as JSON, never values, of schools that the caller may enter. A comment comes every four seconds; the stream ends with its session, and is no activity that would keep it.',
      security: [{ session: [] }],
      responses: {
        ...text('text/event-stream', 'The stream.'),
        '401': problem('Unauthorized'),
        default: otherwise,
      },
    },
  },
  '/health/live': {
    get: {
      operationId: 'operators.isAlive',
      tags: ['operators'],
      summary: 'Whether the process answers.',
      security: [],
      responses: { '200': isWell, '503': problem('ServiceUnavailable'), default: otherwise },
    },
  },
  '/health/ready': {
    get: {
      operationId: 'operators.isReady',
      tags: ['operators'],
      summary: 'Whether the database answers too.',
      security: [],
      responses: { '200': isWell, '503': problem('ServiceUnavailable'), default: otherwise },
    },
  },
  '/metrics': {
    get: {
      operationId: 'operators.readMetrics',
      tags: ['operators'],
      summary: 'The numbers of this process, in the text format of Prometheus.',
      description: 'From this machine, or with `Authorization: Bearer` and `METRICS_TOKEN`.',
      security: [],
      responses: {
        ...text('text/plain', 'The numbers.'),
        '401': problem('Unauthorized'),
        default: otherwise,
      },
    },
  },
  '/openapi.json': {
    get: {
      operationId: 'operators.readContract',
      tags: ['operators'],
      summary: 'This document.',
      security: [{ session: [] }],
      responses: {
        '200': {
          description: 'The document.',
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        '401': problem('Unauthorized'),
        default: otherwise,
      },
    },
  },
  '/api/docs': {
    get: {
      operationId: 'operators.readReference',
      tags: ['operators'],
      summary: 'This document as a page to read and to try calls on.',
      security: [{ session: [] }],
      responses: { ...text('text/html', 'The page.'), '401': problem('Unauthorized'), default: otherwise },
    },
  },
}
