import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { asks } from './asks.ts'
import type { AskWorld, TestFile } from './ask-world.ts'
import type { TestAnswer, TestClient } from './client.ts'

/** An ask as the tests that treat all endpoints alike see it. */
export interface AnyAsk {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly file?: TestFile
}

/** One row of the contract, with its names. */
export interface Row {
  readonly room: string
  readonly name: string
  readonly endpoint: Endpoint
}

/** The whole contract. */
export const rows: readonly Row[] = Object.entries(contract).flatMap(([room, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]) => ({ room, name, endpoint })),
)

/** The valid ask of a row. */
export const askOf = async ({ room, name }: Row, world: AskWorld): Promise<AnyAsk> => {
  const asking: unknown = Reflect.get(Reflect.get(asks, room) as object, name)
  if (typeof asking !== 'function') throw new Error(`${room}.${name} has no ask.`)
  return (await asking(world)) as AnyAsk
}

export const urlOf = (endpoint: Endpoint, { params = {}, query = {} }: AnyAsk): string => {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  const text = new URLSearchParams(pairs).toString()
  return text === '' ? path : `${path}?${text}`
}

/** Sends an ask as its endpoint wants it: JSON, or a form with a file. */
export const sendAsk = (client: TestClient, { endpoint }: Row, ask: AnyAsk): Promise<TestAnswer> => {
  const url = urlOf(endpoint, ask)
  if (ask.file) return client.upload(url, { ...(ask.body as Record<string, string>) }, ask.file)
  return client.send(endpoint.method, url, ask.body === undefined ? {} : { body: ask.body })
}
