import * as z from 'zod/mini'
import type { Endpoint, Schema } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { problems } from '#contract/problem.ts'

const schemaOf = (schema: Schema, io: 'input' | 'output'): unknown =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })

const meta = {
  type: 'object',
  properties: { total: {}, current_page: {}, per_page: {}, last_page: {}, from: {}, to: {} },
}

const replyOf = (endpoint: Endpoint): unknown => {
  const { reply } = endpoint
  const json = (schema: unknown) => ({ description: 'OK', content: { 'application/json': { schema } } })
  switch (reply.envelope) {
    case 'empty':
      return { description: 'Done.' }
    case 'download':
      return { description: 'The file.', content: { [reply.mediaType]: {} } }
    case 'bare':
      return json(schemaOf(reply.schema, 'output'))
    case 'one':
      return json({ type: 'object', properties: { data: schemaOf(reply.schema, 'output') } })
    case 'page':
      return json({
        type: 'object',
        properties: { data: { type: 'array', items: schemaOf(reply.schema, 'output') }, meta },
      })
  }
}

const partOf = (schema: unknown, part: string): object => {
  const value: unknown = typeof schema === 'object' && schema !== null ? Reflect.get(schema, part) : undefined
  return typeof value === 'object' && value !== null ? value : {}
}

const queryOf = (query: Schema): unknown[] => {
  const schema = schemaOf(query, 'input')
  const required = new Set(Object.values(partOf(schema, 'required')))
  return Object.entries(partOf(schema, 'properties')).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema: property,
  }))
}

const parametersOf = (endpoint: Endpoint): unknown[] => {
  const path = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  }))
  return [...path, ...(endpoint.query ? queryOf(endpoint.query) : [])]
}

const bodyOf = (endpoint: Endpoint): object => {
  if (!endpoint.body) return {}
  const schema = schemaOf(endpoint.body, 'input')
  if (!endpoint.upload) return { requestBody: { content: { 'application/json': { schema } } } }
  const form = {
    ...Object(schema),
    properties: { ...partOf(schema, 'properties'), file: { type: 'string', format: 'binary' } },
    required: [...Object.values(partOf(schema, 'required')), 'file'],
  }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } }
}

/** How any call fails: the codes, and the shape they come in. */
const problemSchema = {
  type: 'object',
  properties: {
    code: { type: 'string', enum: Object.keys(problems) },
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    data: {},
    request_id: { type: 'string' },
  },
  required: ['code', 'message', 'request_id'],
}
const failure = {
  description: 'A problem.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

const operationOf = (name: string, room: string, endpoint: Endpoint): object => ({
  operationId: `${room}.${name}`,
  tags: [room],
  summary: endpoint.summary,
  'x-access': endpoint.access,
  parameters: parametersOf(endpoint),
  ...bodyOf(endpoint),
  responses: { [String(statusOf(endpoint))]: replyOf(endpoint), default: failure },
})

/** The status of an endpoint's success. */
export const statusOf = (endpoint: Endpoint): number =>
  endpoint.reply.envelope === 'empty' ? 204 : (endpoint.status ?? 200)

let made: object | undefined

/** The contract as an OpenAPI 3.1 document, derived from the same table as everything else. */
export const openApi = (): object => {
  made ??= {
    openapi: '3.1.0',
    info: { title: 'Shipmate', version: '1' },
    paths: pathsOf(),
    components: { schemas: { Problem: problemSchema } },
  }
  return made
}

const pathsOf = (): Record<string, Record<string, object>> => {
  const paths: Record<string, Record<string, object>> = {}
  for (const [room, endpoints] of Object.entries(contract))
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
      const operations = (paths[path] ??= {})
      operations[endpoint.method.toLowerCase()] = operationOf(name, room, endpoint)
    }
  return paths
}
