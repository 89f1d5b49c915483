import { documentName } from '#contract/platform/document.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { isRecord } from '#client/platform/lib/plain-record.ts'

interface Saved {
  readonly version: number
}

interface PendingSave {
  readonly body: object
  readonly resolve: (saved: Saved) => void
  readonly reject: (error: unknown) => void
}

/** Sends documents by name; returns them as saved. */
type Send = (
  documents: Readonly<Record<string, object>>,
) => Promise<Readonly<Record<string, Saved | undefined>>>

/** Adds a document of a kind to the call; resolves to the saved document. */
export type Join = (kind: string, body: object) => Promise<Saved>

/**
 * Collects the documents of forms that are submitted together, and sends them in one call. Each form gets its own
 * errors: by field, or its document as someone else saved it. A document that isn't saved only because of another
 * form's error is rejected as `aborted`, and its text stays.
 */
export const createSaveTogether = (): { readonly join: Join; readonly sendBy: (send: Send) => void } => {
  let send: Send = () => Promise.reject(new Error('Nothing sends the documents yet.'))
  const waiting = new Map<string, PendingSave>()
  let isSending = false

  const join: Join = (kind, body) =>
    new Promise((resolve, reject) => {
      waiting.set(documentName(kind), { body, resolve, reject })
      // forms submitted or merged together add their documents in the same task
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
        else reject(new Error(`The server didn’t confirm that it saved ${name}.`))
      }
    } catch (error) {
      await refuse(sent, error)
    } finally {
      isSending = false
    }
    if (waiting.size > 0) await flush()
  }

  /** Forms whose document someone else changed merge and add it again; when all of them have, the rest is sent too. */
  const refuse = async (sent: ReadonlyMap<string, PendingSave>, error: unknown): Promise<void> => {
    const wrong = errorsByName(error)
    if (wrong === null) for (const { reject } of sent.values()) reject(error)
    else {
      const others = [...sent].filter(([name]) => !wrong.has(name))
      // the first form rejects last, so that its field gets the focus
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

/** The error of a document that has no error of its own and wasn't saved. */
const leave = ({ reject }: PendingSave): void =>
  reject(new ApiError({ kind: 'aborted', message: 'Another section wasn’t saved.' }))

/** Returns the error of each document; null if it belongs to none. */
const errorsByName = (error: unknown): ReadonlyMap<string, ApiError> | null => {
  if (!(error instanceof ApiError)) return null
  const found = error.kind === 'stale' ? staleByName(error) : fieldsByName(error)
  return found.size === 0 || found.has('') ? null : found
}

const staleByName = (error: ApiError): ReadonlyMap<string, ApiError> => {
  const present = isRecord(error.data) ? error.data['documents'] : null
  const entries = isRecord(present) ? Object.entries(present) : []
  return new Map(entries.map(([name, data]) => [name, matchingName(error, { data })]))
}

const fieldsByName = (error: ApiError): ReadonlyMap<string, ApiError> => {
  const fields = new Map<string, Record<string, string>>()
  for (const [path, message] of Object.entries(error.wireErrors)) {
    const [, name = '', field = ''] = /^documents\.([^.]+)\.(.+)$/.exec(path) ?? []
    fields.set(name, { ...fields.get(name), [field]: message })
  }
  return new Map([...fields].map(([name, fieldErrors]) => [name, matchingName(error, { fieldErrors })]))
}

const matchingName = (
  { kind, code, message, status }: ApiError,
  more: { data?: unknown; fieldErrors?: Readonly<Record<string, string>> },
): ApiError => new ApiError({ kind, code, message, status, ...more })
