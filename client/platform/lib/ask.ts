import type { DownloadReply, Endpoint, ClientReply, ClientRequest } from '#contract/platform/endpoint.ts'

type Loose<T> = T extends object ? { readonly [K in keyof T]: T[K] | LooseValue<T[K]> } : T
/** Converts types for the URL: paths and queries are text on the wire; callers may pass numbers and booleans. */
type LooseValue<V> = Extract<V, string> extends never ? never : string extends V ? number | boolean : never

type LooseParts<A, K extends keyof A> = { readonly [P in K]: Loose<A[P]> }

/** The properties of an endpoint that sending needs. */
export type Wire<E extends Endpoint = Endpoint> = Pick<E, 'method' | 'path'> & {
  readonly upload?: true
  readonly idempotent?: true
  readonly orFile?: true
  readonly renewsSession?: true
  readonly reply: { readonly envelope: E['reply']['envelope'] }
}

/** The unwrapped reply of a call; a file is a `Blob`. */
export type ReplyOf<E extends Endpoint> =
  | (E['reply'] extends DownloadReply ? Blob : ClientReply<E>)
  | (E extends { readonly orFile: true } ? Blob : never)

/** The input of a call: params and query with numbers as they are, and for uploads the file. */
export type Ask<E extends Endpoint> = LooseParts<
  ClientRequest<E>,
  Extract<keyof ClientRequest<E>, 'params' | 'query'>
> &
  Pick<ClientRequest<E>, Extract<keyof ClientRequest<E>, 'body'>> &
  (E extends { readonly upload: true } ? { readonly file: File } : unknown)

/** The input of a call to any endpoint. */
export interface PlainAsk {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly file?: unknown
}

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)

/**
 * Builds the URL: `/api/schools/:id` and `{params:{id: 3}, query:{page: 2}}` → `/api/schools/3?page=2`; leaves out
 * empty values.
 */
export const urlOf = (endpoint: Wire, ask: PlainAsk): string => {
  const params = new Map(entriesOf(ask.params))
  const path = endpoint.path.replaceAll(/:([a-z_]+)/gi, (_, name: string) => {
    if (!params.has(name)) throw new Error(`${endpoint.method} ${endpoint.path} needs the parameter ${name}.`)
    return encodeURIComponent(textOf(params.get(name)))
  })
  const query = new URLSearchParams()
  for (const [name, value] of entriesOf(ask.query))
    if (value != null && value !== '') query.set(name, textOf(value))
  const search = query.toString()
  return search === '' ? path : `${path}?${search}`
}

/** Returns JSON, or form data with the file last, because a streaming server needs the other fields first. */
export const bodyOf = (endpoint: Wire, ask: PlainAsk): string | FormData | null => {
  if (!endpoint.upload) return ask.body === undefined ? null : JSON.stringify(ask.body)
  const form = new FormData()
  for (const [name, value] of entriesOf(ask.body)) if (value != null) form.set(name, textOf(value))
  if (ask.file instanceof File) form.set('file', ask.file, ask.file.name)
  return form
}

/**
 * Unwraps a body: with `meta` it stays whole, otherwise its `data` if the key exists, otherwise itself; one level only.
 */
export const unwrap = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || body instanceof Blob) return body
  if (Object.hasOwn(body, 'meta')) return body
  return 'data' in body && Object.hasOwn(body, 'data') ? body.data : body
}
