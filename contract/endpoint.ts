import * as z from 'zod/mini'
import type { Access } from './access.ts'

/** Any schema of zod/mini. */
export type Schema = z.core.$ZodType
type Output<S> = S extends Schema ? z.output<S> : undefined
type Input<S> = S extends Schema ? z.input<S> : undefined

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The `meta` of a list that pages. `from` and `to` are 1-based and null on an empty page. */
export const pageMeta = z.object({
  total: z.int(),
  current_page: z.int(),
  per_page: z.int(),
  last_page: z.int(),
  from: z.nullable(z.int()),
  to: z.nullable(z.int()),
})
export type PageMeta = z.output<typeof pageMeta>

/** How a reply stands on the wire, and what its handler gives. */
export interface One<S extends Schema = Schema> {
  readonly envelope: 'one'
  readonly schema: S
}
export interface Page<S extends Schema = Schema> {
  readonly envelope: 'page'
  readonly schema: S
}
export interface Bare<S extends Schema = Schema> {
  readonly envelope: 'bare'
  readonly schema: S
}
export interface Empty {
  readonly envelope: 'empty'
}
export interface Download {
  readonly envelope: 'download'
  readonly mediaType: string
}
export type Reply = One | Page | Bare | Empty | Download

/** `{"data": …}` */
export const one = <S extends Schema>(schema: S): One<S> => ({ envelope: 'one', schema })
/** `{"data": […]}`, a list that does not page. */
export const list = <S extends Schema>(row: S): One<z.ZodMiniArray<S>> => one(z.array(row))
/** `{"data": […], "meta": {…}}` */
export const page = <S extends Schema>(row: S): Page<S> => ({ envelope: 'page', schema: row })
/** The body as it is, without an envelope. */
export const bare = <S extends Schema>(schema: S): Bare<S> => ({ envelope: 'bare', schema })
/** 204 without a body. */
export const empty = (): Empty => ({ envelope: 'empty' })
/** A file, streamed. */
export const download = (mediaType: string): Download => ({ envelope: 'download', mediaType })

/** One row of the contract: everything that server, client, tests and documents know of a call. */
export interface Endpoint {
  readonly method: Method
  /** With `:name` for parameters, which are canonical positive integers unless `params` says otherwise. */
  readonly path: string
  readonly access: Access
  /** For people who are not signed in (login, reset): anybody else is answered 409 before the body is looked at. */
  readonly guestsOnly?: true
  /** Open also while a required second factor is not set up; every other call then answers `two_factor_required`. */
  readonly beforeFactor?: true
  /** Never looks at who asks: neither session nor cookies, so that its answer may be kept by everybody between. */
  readonly isPublic?: true
  /** Answers 423 unless the password was confirmed within three hours, at least for some of what can be asked. */
  readonly asksPassword?: true
  /** One sentence for the OpenAPI document. */
  readonly summary: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** The body is multipart/form-data: `body` holds its text fields, the file part is named `file`. */
  readonly upload?: true
  /** Takes an `Idempotency-Key`: the first answer is kept for 24 hours and given again. */
  readonly idempotent?: true
  /** Body keys taken literally: neither trimmed nor emptied to null (passwords, rich text, message bodies). */
  readonly literal?: readonly string[]
  /** Its body may be large: 2 MB of rich text and what stands around it. All others end at one megabyte. */
  readonly isLarge?: true
  readonly reply: Reply
  /** 200 unless said (204 for an empty reply). */
  readonly status?: 200 | 201 | 202
}

/** Declares an endpoint; the identity, but keeps every literal type. */
export const endpoint = <const E extends Endpoint>(row: E): E => row

/** What a handler is given, parsed. */
export interface Asked<E extends Endpoint> {
  readonly params: Output<E['params']>
  readonly query: Output<E['query']>
  readonly body: Output<E['body']>
}

type Part<K extends string, S> = S extends Schema
  ? Record<never, never> extends Input<S>
    ? { readonly [P in K]?: Input<S> }
    : { readonly [P in K]: Input<S> }
  : { readonly [P in K]?: never }

/** What a client sends. */
export type Sent<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>

/** What a handler returns, before it is wrapped. */
export type Given<E extends Endpoint> =
  E['reply'] extends One<infer S>
    ? z.input<S>
    : E['reply'] extends Page<infer S>
      ? { readonly data: readonly z.input<S>[]; readonly meta: PageMeta }
      : E['reply'] extends Bare<infer S>
        ? z.input<S>
        : E['reply'] extends Download
          ? FileReply
          : void

/** A streamed file. `stream` is anything Fastify can send. */
export interface FileReply {
  readonly name: string
  readonly stream: AsyncIterable<Uint8Array | string>
  /** Its own type, where the endpoint gives files of several. */
  readonly mediaType?: string
  /** Shown in place rather than saved. */
  readonly isInline?: boolean
  /** Bytes of the whole file, where they are known: then parts may be asked for. */
  readonly size?: number
  /** The part that `stream` holds, first and last byte; without it all. */
  readonly part?: { readonly start: number; readonly end: number }
  /** For everybody, under an address of which the bytes never change: kept by whoever likes. */
  readonly isPublic?: boolean
  /** An entity tag, in quotes. */
  readonly tag?: string
}

/** What a client's call resolves to, unwrapped (specification section 7: meta → whole body, else data, else body). */
export type Replied<E extends Endpoint> =
  E['reply'] extends One<infer S>
    ? z.output<S>
    : E['reply'] extends Page<infer S>
      ? { readonly data: readonly z.output<S>[]; readonly meta: PageMeta }
      : E['reply'] extends Bare<infer S>
        ? z.output<S>
        : E['reply'] extends Download
          ? Blob_
          : undefined

/** A downloaded file on the client (the contract has no DOM types of its own). */
interface Blob_ {
  readonly size: number
  readonly type: string
}

/** The rows of a room: every endpoint by its name. */
export type Room = Readonly<Record<string, Endpoint>>
