import type { Endpoint } from '#contract/platform/endpoint.ts'
import { contract } from '#contract/app/contract.ts'
import { testRequests } from './test-requests.ts'
import type { RequestWorld, TestFile } from './request-world.ts'
import type { TestAnswer, TestClient } from './client.ts'

/** A request as tests of all endpoints see it. */
export interface AnyRequest {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly file?: TestFile
}

/** One row of the contract, with its names. */
export interface Row {
  readonly module: string
  readonly name: string
  readonly endpoint: Endpoint
}

/** The whole contract. */
export const rows: readonly Row[] = Object.entries(contract).flatMap(([module, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]) => ({ module, name, endpoint })),
)

/** Returns the valid request of a row. */
export const requestOf = async ({ module, name }: Row, world: RequestWorld): Promise<AnyRequest> => {
  const asking: unknown = Reflect.get(Reflect.get(testRequests, module) as object, name)
  if (typeof asking !== 'function') throw new Error(`${module}.${name} has no ask.`)
  return (await asking(world)) as AnyRequest
}

export const urlOf = (endpoint: Endpoint, { params = {}, query = {} }: AnyRequest): string => {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  const text = new URLSearchParams(pairs).toString()
  return text === '' ? path : `${path}?${text}`
}

/** Sends a request in the format of its endpoint: JSON, or a form with a file. */
export const sendRequest = (client: TestClient, { endpoint }: Row, ask: AnyRequest): Promise<TestAnswer> => {
  const url = urlOf(endpoint, ask)
  if (ask.file) return client.upload(url, { ...(ask.body as Record<string, string>) }, ask.file)
  return client.send(endpoint.method, url, ask.body === undefined ? {} : { body: ask.body })
}
