import * as z from 'zod/mini'
import type { Access } from './access.ts'
import type { LimitName } from './limits.ts'

/** Any zod/mini schema. */
export type Schema = z.core.$ZodType
type Output<S> = S extends Schema ? z.output<S> : undefined
type Input<S> = S extends Schema ? z.input<S> : undefined

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The `meta` of a paged list. `from` and `to` are 1-based and null on an empty page. */
export const pageMeta = z.object({
  total: z.int(),
  current_page: z.int(),
  per_page: z.int(),
  last_page: z.int(),
  from: z.nullable(z.int()),
  to: z.nullable(z.int()),
})
export type PageMeta = z.output<typeof pageMeta>

/** The envelope of a reply and the type its handler returns. */
interface DataReply<S extends Schema = Schema> {
  readonly envelope: 'one'
  readonly schema: S
}
interface PageReply<S extends Schema = Schema> {
  readonly envelope: 'page'
  readonly schema: S
}
interface BareReply<S extends Schema = Schema> {
  readonly envelope: 'bare'
  readonly schema: S
}
interface EmptyReply {
  readonly envelope: 'empty'
}
export interface DownloadReply {
  readonly envelope: 'download'
  readonly mediaType: string
}
type Reply = DataReply | PageReply | BareReply | EmptyReply | DownloadReply

/** Returns the envelope `{"data": …}`. */
export const one = <S extends Schema>(schema: S): DataReply<S> => ({ envelope: 'one', schema })
/** Returns the envelope of a list without pages: `{"data": […]}`. */
export const list = <S extends Schema>(row: S): DataReply<z.ZodMiniArray<S>> => one(z.array(row))
/** Returns the envelope of a paged list: `{"data": […], "meta": {…}}`. */
export const page = <S extends Schema>(row: S): PageReply<S> => ({ envelope: 'page', schema: row })
/** Returns the shape of a body without an envelope. */
export const bare = <S extends Schema>(schema: S): BareReply<S> => ({ envelope: 'bare', schema })
/** Returns the envelope of a 204 without a body. */
export const empty = (): EmptyReply => ({ envelope: 'empty' })
/** Returns the shape of a streamed file. */
export const download = (mediaType: string): DownloadReply => ({ envelope: 'download', mediaType })

/** One row of the contract: everything the server, client, tests and documents know about a call. */
export interface Endpoint {
  readonly method: Method
  /** The path, with `:name` for parameters. They’re canonical positive integers unless `params` says otherwise. */
  readonly path: string
  readonly access: Access
  /** For users who aren’t signed in (login, reset). Anyone else gets 409 before the body is read. */
  readonly guestsOnly?: true
  /**
   * Whether users can call it before they set up required two-factor authentication. All other calls return
   * `two_factor_required`.
   */
  readonly beforeFactor?: true
  /** Whether the call gives the session a new secret: calls that were sent before it with the former one get a 401. */
  readonly renewsSession?: true
  /** Whether the call ignores the sessions of users: it needs no anti-forgery token. */
  readonly isPublic?: true
  /** Whether the call reads or sets the session of a student. It’s public, and refused if another site’s page makes it. */
  readonly hasStudentSession?: true
  /**
   * Whether the call gives someone access, or changes a credential or where secrets and records are sent. Such a call asks
   * for the password (`passwordOf`).
   */
  readonly grantsAccess?: boolean | 'for some requests'
  /** Whether the call gives out full SSNs, and so asks for the password. Every call that returns a file states it. */
  readonly givesSsn?: boolean | 'for some requests'
  /** Whether the call asks for the password for another reason. */
  readonly asksPassword?: true | 'for some requests'
  /** One sentence for the OpenAPI document. */
  readonly summary: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** Whether the body is multipart/form-data. `body` has its text fields; the file part is named `file`. */
  readonly upload?: true
  /**
   * Whether the call accepts an `Idempotency-Key`. The first response is saved for 24 hours and returned again.
   */
  readonly idempotent?: true
  /**
   * Body keys taken literally: not trimmed, and '' isn’t changed to null (passwords, rich text, message
   * bodies).
   */
  readonly literal?: readonly string[]
  /** Whether it's called so often, for one record, that the database keeps the plans of its statements. */
  readonly isFrequent?: true
  /** Whether the body can be large: 2 MB of rich text and its envelope. All other bodies are limited to 1 MB. */
  readonly isLarge?: true
  /**
   * Milliseconds: successes, 404s and 422s of its handler are sent only after full steps of this time, so that it doesn’t tell
   * what was found.
   */
  readonly evenTime?: number
  /**
   * How often one user can make the call (429): `mount` counts it. `own`: its handler counts, because it counts failures,
   * network addresses or names, or needs a sign-in that was started.
   */
  readonly limit?: LimitName | 'own'
  readonly reply: Reply
  /** Whether the call returns a file instead if its query asks for one (`format`). */
  readonly orFile?: true
  /** The status of a success. Defaults to 200, or 204 for an empty reply. */
  readonly status?: 200 | 201 | 202
}

/**
 * Returns whether a call returns 423 unless the password was confirmed in the last 3 hours. `mount` checks it before the
 * handler runs; if only some requests need it, the handler checks those.
 */
export const passwordOf = ({
  grantsAccess,
  givesSsn,
  asksPassword,
}: Pick<Endpoint, 'grantsAccess' | 'givesSsn' | 'asksPassword'>): Endpoint['asksPassword'] => {
  const traits = new Set([grantsAccess, givesSsn, asksPassword])
  if (traits.has(true)) return true
  return traits.has('for some requests') ? 'for some requests' : undefined
}

/** Declares an endpoint. Returns it unchanged but keeps every literal type. */
export const endpoint = <const E extends Endpoint>(row: E): E => row

/** The parsed request a handler receives. */
export interface HandlerInput<E extends Endpoint> {
  readonly params: Output<E['params']>
  readonly query: Output<E['query']>
  readonly body: Output<E['body']>
}

type Part<K extends string, S> = S extends Schema
  ? Record<never, never> extends Input<S>
    ? { readonly [P in K]?: Input<S> }
    : { readonly [P in K]: Input<S> }
  : { readonly [P in K]?: never }

/** The params, query and body that a client sends, before parsing. */
export type ClientRequest<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>

/** The value a handler returns, before it’s wrapped. */
export type HandlerResult<E extends Endpoint> =
  OwnResult<E> | (E extends { readonly orFile: true } ? FileReply : never)

type OwnResult<E extends Endpoint> =
  E['reply'] extends DataReply<infer S>
    ? z.input<S>
    : E['reply'] extends PageReply<infer S>
      ? { readonly data: readonly z.input<S>[]; readonly meta: PageMeta }
      : E['reply'] extends BareReply<infer S>
        ? z.input<S>
        : E['reply'] extends DownloadReply
          ? FileReply
          : void

/** A streamed file. `stream` is anything Fastify can send. */
export interface FileReply {
  readonly name: string
  readonly stream: AsyncIterable<Uint8Array | string>
  /** The content type, if the endpoint returns files of several types. */
  readonly mediaType?: string
  /** Whether the browser shows it inline instead of saving it. */
  readonly isInline?: boolean
  /** The size of the whole file in bytes. If it’s set, clients can request parts. */
  readonly size?: number
  /** The first and last byte of the part in `stream`; without it, `stream` has the whole file. */
  readonly part?: { readonly start: number; readonly end: number }
  /** Whether any cache can store it: its URL is public and its content never changes. */
  readonly isPublic?: boolean
  /** The entity tag, in quotes. */
  readonly tag?: string
}

/** The value a client’s call resolves to, unwrapped (with `meta` the whole body, else `data`, else the body). */
export type ClientReply<E extends Endpoint> =
  E['reply'] extends DataReply<infer S>
    ? z.output<S>
    : E['reply'] extends PageReply<infer S>
      ? { readonly data: readonly z.output<S>[]; readonly meta: PageMeta }
      : E['reply'] extends BareReply<infer S>
        ? z.output<S>
        : E['reply'] extends DownloadReply
          ? Blob_
          : undefined

/** A file downloaded by the client. (The contract has no DOM types.) */
interface Blob_ {
  readonly size: number
  readonly type: string
}

/** The endpoints of a module by name. */
export type EndpointModule = Readonly<Record<string, Endpoint>>
