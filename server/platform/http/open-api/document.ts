import { STATUS_CODES } from 'node:http'
import { tokenAccesses } from '#contract/accounts/api-tokens/choices.ts'
import { pageMeta, type Endpoint, type EndpointModule, type Schema } from '#contract/platform/endpoint.ts'
import { contract } from '#contract/app/contract.ts'
import { problems, type ProblemCode } from '#contract/platform/problem.ts'
import { calendarAnchors } from '#contract/platform/relative-day.ts'
import { fieldFilter } from '#contract/platform/table-filters.ts'
import { whereOf } from '#contract/platform/table-where.ts'
import { mayUseToken } from '../token.ts'
import { Components, inlined, isObject, type Json, type JsonObject } from './components.ts'
import { isUnsafe, statusesOf } from './failures.ts'
import { inPascalCase, readNamedSchemas } from './named-schemas.ts'
import { operatorPaths } from './operator-paths.ts'
import { codesByStatus, introduction, jsonParameters, parameterTexts, problemTexts } from './texts.ts'
import { version } from '#server/platform/lib/version.ts'

/**
 * Returns the status of an endpoint’s success: 204 without a reply, otherwise 200 unless the endpoint states
 * another.
 */
export const statusOf = (endpoint: Endpoint): number =>
  endpoint.reply.envelope === 'empty' ? 204 : (endpoint.status ?? 200)

/** Returns the OpenAPI document as JSON, with the address of this server. */
export const openApiText = async (publicUrl: string): Promise<string> =>
  JSON.stringify(await openApi(publicUrl))

/** Returns the contract as an OpenAPI 3.1 document, derived from the endpoint table. */
export const openApi = async (publicUrl: string): Promise<JsonObject> => {
  const components = new Components(await readNamedSchemas(), ['Problem', 'Filters', 'WhereGroup'])
  const shared = {
    meta: components.share(inlined(pageMeta, 'output'), 'PageMeta'),
    filter: components.share(inlined(fieldFilter, 'input'), 'FieldFilter'),
  }
  const operations = Object.entries(contract).flatMap(([module, endpoints]) =>
    byName(endpoints).map(([name, endpoint]) => ({ module, name, endpoint, ...partsOf(endpoint) })),
  )
  for (const { reply, body } of operations) for (const part of [reply, body]) components.count(part)
  const paths: Record<string, Record<string, Json>> = structuredClone(operatorPaths)
  for (const { module, name, endpoint, reply, body } of operations) {
    const operation = {
      operationId: `${module}.${name}`,
      tags: [module],
      summary: endpoint.summary,
      'x-access': endpoint.access,
      security: securityOf(endpoint),
      parameters: parametersOf(endpoint),
      ...requestOf(endpoint, components.share(body, `${name}Body`)),
      responses: responsesOf(endpoint, components.share(reply, name), shared.meta),
    }
    const path = (paths[endpoint.path.replaceAll(/:(\w+)/g, '{$1}')] ??= {})
    path[endpoint.method.toLowerCase()] = operation
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Shipmate', version, description: introduction },
    servers: [{ url: publicUrl, description: 'This server' }],
    tags: Object.keys(contract).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes,
      parameters: { IdempotencyKey: idempotencyKey },
      headers: sharedHeaders,
      responses: {
        Error: { description: 'An error.', content: problemContent },
        ...Object.fromEntries(
          [...codesByStatus].map(([status, codes]) => [responseName(status), failure(codes)]),
        ),
      },
      schemas: {
        Problem: problemSchema,
        Filters: { type: 'object', additionalProperties: shared.filter },
        WhereGroup: inlined(whereOf({}, calendarAnchors), 'input'),
        ...components.schemas,
      },
    },
  }
}

/** Returns the endpoints sorted by name, so that the order modules load in doesn’t change the component names. */
const byName = (endpoints: EndpointModule): [string, Endpoint][] =>
  Object.entries(endpoints).toSorted(([one], [other]) => (one < other ? -1 : 1))

const partsOf = ({ reply, body }: Endpoint): { readonly reply: Json; readonly body: Json } => ({
  reply: 'schema' in reply ? inlined(reply.schema, 'output') : null,
  body: body ? inlined(body, 'input') : null,
})

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'shipmate_session',
    description: 'Set at sign-in. Over HTTPS its name is `__Host-shipmate_session`.',
  },
  apiToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API token of a school, made in its settings. Without write access it’s for GET only.',
  },
  antiForgery: {
    type: 'apiKey',
    in: 'header',
    name: 'X-XSRF-TOKEN',
    description: 'The value of the `XSRF-TOKEN` cookie, percent-decoded. Required for every call except GET.',
  },
}

/** A call with an API token needs no other scheme. */
const securityOf = (endpoint: Endpoint): Json => {
  const schemes = [
    ...(endpoint.access === 'anyone' ? [] : ['session']),
    ...(isUnsafe(endpoint) ? ['antiForgery'] : []),
  ]
  return schemes.length === 0
    ? []
    : [
        Object.fromEntries(schemes.map((name) => [name, []])),
        ...(tokenAccesses.some((access) => mayUseToken(access, endpoint)) ? [{ apiToken: [] }] : []),
      ]
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A key for this call. If you repeat the call with the same key within 24 hours, you get the first response again.',
  schema: { type: 'string', maxLength: 200 },
}

const sharedHeaders = {
  ChangeId: {
    description: 'The ID of the change this call made, if it can be undone.',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds to wait before trying again.', schema: { type: 'integer' } },
  ContentDisposition: { description: 'The file name.', schema: { type: 'string' } },
}

const parametersOf = (endpoint: Endpoint): Json => [
  ...[...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: pathSchema(endpoint, name),
  })),
  ...(endpoint.query ? queryOf(endpoint.query) : []),
  ...(endpoint.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
]

/** Returns the schema of a path parameter: an ID, or the name of a public file. */
const pathSchema = (endpoint: Endpoint, name: string): Json =>
  endpoint.path.startsWith('/media/') && name === 'name'
    ? { type: 'string' }
    : { type: 'integer', minimum: 1 }

const queryOf = (query: Schema): JsonObject[] => {
  const { properties, required } = inlined(query, 'input')
  return Object.entries(isObject(properties) ? properties : {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: Array.isArray(required) && required.includes(name),
    ...(parameterTexts[name] === undefined ? {} : { description: parameterTexts[name] }),
    ...schemaOfParameter(name, schema),
  }))
}

const schemaOfParameter = (name: string, schema: Json): JsonObject => {
  if (name !== 'filters' && name !== 'where') return { schema }
  const json = jsonParameters[name]
  const contentSchema = { $ref: `#/components/schemas/${json.schema}` }
  return {
    schema: { ...Object(schema), contentMediaType: 'application/json', contentSchema },
    example: json.example,
  }
}

const requestOf = (endpoint: Endpoint, schema: Json): JsonObject => {
  if (!endpoint.body) return {}
  if (!endpoint.upload)
    return { requestBody: { required: true, content: { 'application/json': { schema } } } }
  const file = {
    type: 'object',
    properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
    required: ['file'],
  }
  return {
    requestBody: {
      required: true,
      content: { 'multipart/form-data': { schema: { allOf: [schema, file] } } },
    },
  }
}

const responsesOf = (endpoint: Endpoint, schema: Json, meta: Json): JsonObject => {
  return {
    [String(statusOf(endpoint))]: successOf(endpoint, schema, meta),
    ...Object.fromEntries(
      statusesOf(endpoint).map((status) => [
        String(status),
        { $ref: `#/components/responses/${responseName(status)}` },
      ]),
    ),
    default: { $ref: '#/components/responses/Error' },
  }
}

const successOf = (endpoint: Endpoint, schema: Json, meta: Json): JsonObject => {
  const { reply } = endpoint
  const headers = isUnsafe(endpoint)
    ? { headers: { 'X-Change-Id': { $ref: '#/components/headers/ChangeId' } } }
    : {}
  const json = (value: Json) => ({
    description: 'Done.',
    ...headers,
    content: { 'application/json': { schema: value } },
  })
  switch (reply.envelope) {
    case 'empty':
      return { description: 'Done.', ...headers }
    case 'download':
      return {
        description: 'The file.',
        headers: { 'Content-Disposition': { $ref: '#/components/headers/ContentDisposition' } },
        content: { [reply.mediaType]: { schema: { type: 'string', contentMediaType: reply.mediaType } } },
      }
    case 'bare':
      return json(schema)
    case 'one':
      return orFile(endpoint, json({ type: 'object', properties: { data: schema }, required: ['data'] }))
    case 'page':
      return orFile(
        endpoint,
        json({
          type: 'object',
          properties: { data: { type: 'array', items: schema }, meta },
          required: ['data', 'meta'],
        }),
      )
  }
}

/** Adds the file that a call returns instead if its query asks for one. */
const orFile = (endpoint: Endpoint, success: { content: JsonObject }): JsonObject =>
  endpoint.orFile
    ? { ...success, content: { ...success.content, 'text/csv': { schema: { type: 'string' } } } }
    : success

/** The body of any error: the codes and their shape. */
const problemSchema = {
  type: 'object',
  description: 'The body of every error.',
  properties: {
    code: { type: 'string', enum: Object.keys(problems) },
    message: { type: 'string', description: 'A message for people.' },
    errors: {
      type: 'object',
      description: 'Messages by field. Nested fields are dot paths.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    data: { description: 'The current record, if the code is `stale`.' },
    request_id: { type: 'string' },
  },
  required: ['code', 'message', 'request_id'],
}
const problemContent = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } }

/** Returns the HTTP name of a status: NotFound, UnprocessableEntity. 419 has only our own. */
const responseName = (status: number): string => inPascalCase(STATUS_CODES[status] ?? 'token mismatch')

const failure = (codes: readonly ProblemCode[]): JsonObject => {
  const narrowed = { type: 'object', properties: { code: { type: 'string', enum: [...codes] } } }
  const waits = codes.includes('too_many') || codes.includes('unavailable')
  return {
    description: codes.map((code) => `\`${code}\`: ${problemTexts[code]}`).join('\n\n'),
    ...(waits ? { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } } : {}),
    content: {
      'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, narrowed] } },
    },
  }
}
