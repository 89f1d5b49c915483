import { documentName } from '#contract/document.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { isRecord } from '#client/lib/plain-record.ts'

interface Saved {
  readonly version: number
}

interface Waiting {
  readonly body: object
  readonly resolve: (saved: Saved) => void
  readonly reject: (error: unknown) => void
}

/** Sends documents by their names; answers them as they are saved. */
type Send = (
  documents: Readonly<Record<string, object>>,
) => Promise<Readonly<Record<string, Saved | undefined>>>

/** Hands a document of a kind in; resolves to it as it is saved. */
export type Join = (kind: string, body: object) => Promise<Saved>

/**
 * Gathers the documents of forms that are submitted together, and sends them in one call. A refusal is handed to each form
 * as its own: its errors by field, or its document as it is now. What another form’s refusal keeps from being saved is
 * rejected as `aborted`: nothing is wrong with it, and it stays typed.
 */
export const createSaveTogether = (): { readonly join: Join; readonly sendBy: (send: Send) => void } => {
  let send: Send = () => Promise.reject(new Error('Nothing sends the documents yet.'))
  const waiting = new Map<string, Waiting>()
  let isSending = false

  const join: Join = (kind, body) =>
    new Promise((resolve, reject) => {
      waiting.set(documentName(kind), { body, resolve, reject })
      // forms that are submitted together, or merged together, hand in within the same turn
      if (!isSending) setTimeout(() => void flush())
    })

  const flush = async (): Promise<void> => {
    if (isSending || waiting.size === 0) return
    isSending = true
    const sent = new Map(waiting)
    waiting.clear()
    try {
      const saved = await send(Object.fromEntries([...sent].map(([name, { body }]) => [name, body])))
      for (const [name, { resolve, reject }] of sent) {
        const its = saved[name]
        if (its) resolve(its)
        else reject(new Error(`The server has not said that it saved ${name}.`))
      }
    } catch (error) {
      await refuse(sent, error)
    } finally {
      isSending = false
    }
    if (waiting.size > 0) await flush()
  }

  /** Forms whose document was changed by someone else merge and hand in again; if all of them do, the rest goes along. */
  const refuse = async (sent: ReadonlyMap<string, Waiting>, error: unknown): Promise<void> => {
    const wrong = errorsByName(error)
    if (wrong === null) for (const { reject } of sent.values()) reject(error)
    else {
      const others = [...sent].filter(([name]) => !wrong.has(name))
      // the first is refused last: the focus stays where it leads
      for (const [name, { reject }] of [...sent].toReversed()) if (wrong.has(name)) reject(wrong.get(name))
      await new Promise((resolve) => setTimeout(resolve))
      if ([...wrong.keys()].every((name) => waiting.has(name)))
        for (const [name, one] of others) waiting.set(name, one)
      else {
        for (const one of [...waiting.values(), ...others.map(([, one]) => one)]) leave(one)
        waiting.clear()
      }
    }
  }
  return {
    join,
    sendBy: (next) => {
      send = next
    },
  }
}

/** Nothing is wrong with it, and it is not saved. */
const leave = ({ reject }: Waiting): void =>
  reject(new ApiError({ kind: 'aborted', message: 'Another part was not saved.' }))

/** A refusal as each document’s own; null where it is of none in particular. */
const errorsByName = (error: unknown): ReadonlyMap<string, ApiError> | null => {
  if (!(error instanceof ApiError)) return null
  const found = error.kind === 'stale' ? staleByName(error) : fieldsByName(error)
  return found.size === 0 || found.has('') ? null : found
}

const staleByName = (error: ApiError): ReadonlyMap<string, ApiError> => {
  const present = isRecord(error.data) ? error.data['documents'] : null
  const entries = isRecord(present) ? Object.entries(present) : []
  return new Map(entries.map(([name, data]) => [name, like(error, { data })]))
}

const fieldsByName = (error: ApiError): ReadonlyMap<string, ApiError> => {
  const fields = new Map<string, Record<string, string>>()
  for (const [path, message] of Object.entries(error.fieldErrors)) {
    const [, name = '', field = ''] = /^documents\.([^.]+)\.(.+)$/.exec(path) ?? []
    fields.set(name, { ...fields.get(name), [field]: message })
  }
  return new Map([...fields].map(([name, fieldErrors]) => [name, like(error, { fieldErrors })]))
}

const like = (
  { kind, code, message, status }: ApiError,
  more: { data?: unknown; fieldErrors?: Readonly<Record<string, string>> },
): ApiError => new ApiError({ kind, code, message, status, ...more })
