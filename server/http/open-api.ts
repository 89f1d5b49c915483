import * as z from 'zod/mini'
import type { Endpoint, Schema } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'

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

const propertiesOf = (schema: unknown): [string, unknown][] => {
  const properties: unknown =
    typeof schema === 'object' && schema !== null ? Reflect.get(schema, 'properties') : undefined
  return typeof properties === 'object' && properties !== null ? Object.entries(properties) : []
}

const parametersOf = (endpoint: Endpoint): unknown[] => {
  const path = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  }))
  const query = endpoint.query ? propertiesOf(schemaOf(endpoint.query, 'input')) : []
  return [...path, ...query.map(([name, schema]) => ({ name, in: 'query', required: false, schema }))]
}

const bodyOf = (endpoint: Endpoint): object => {
  if (!endpoint.body) return {}
  const type = endpoint.upload ? 'multipart/form-data' : 'application/json'
  return { requestBody: { content: { [type]: { schema: schemaOf(endpoint.body, 'input') } } } }
}

const operationOf = (name: string, room: string, endpoint: Endpoint): object => ({
  operationId: `${room}.${name}`,
  tags: [room],
  summary: endpoint.summary,
  'x-access': endpoint.access,
  parameters: parametersOf(endpoint),
  ...bodyOf(endpoint),
  responses: { [String(statusOf(endpoint))]: replyOf(endpoint) },
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
