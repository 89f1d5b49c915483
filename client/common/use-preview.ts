import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '#client/lib/api-error.ts'

interface PreviewAsk<P> {
  /** What the preview depends on, as text; null while nothing is chosen yet. Another text asks anew. */
  readonly key: string | null
  /** Asks for it. Null when the answer is none. */
  readonly read: (signal: AbortSignal) => Promise<P | null>
  /** The preview in a refusal's data, where the server refused because the one that was shown no longer holds. */
  readonly readIn: (data: unknown, shown: P) => P | null
  /** Milliseconds to wait for more of what is being typed. */
  readonly wait?: number
}

interface Found<P> {
  readonly key: string | null
  readonly preview: P | null
  readonly error: ApiError | null
}

const nothing = { key: null, preview: null, error: null }

/** Shows what a change would do as it is put together, and does exactly what was shown. */
export const usePreview = <P>({ key, read, readIn, wait = 0 }: PreviewAsk<P>) => {
  const [found, setFound] = useState<Found<P>>(nothing)
  // what was found for another ask says nothing of this one
  const { preview, error } = found.key === key ? found : nothing
  // the ask is another in every render, and told apart by its key
  const ask = useEffectEvent(read)
  useEffect(() => {
    if (key === null) return
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      ask(leaving.signal).then(
        (shown) => setFound({ key, preview: shown, error: null }),
        (failure: unknown) => {
          if (failure instanceof ApiError && failure.kind !== 'aborted')
            setFound({ key, preview: null, error: failure })
        },
      )
    }, wait)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [key, wait])

  /** Resolves to null when it failed or nothing was shown; `error` says how, and a preview that no longer holds is replaced. */
  const apply = async <R>(act: (shown: P) => Promise<R>): Promise<R | null> => {
    if (preview === null) return null
    setFound({ key, preview, error: null })
    try {
      return await act(preview)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setFound({ key, preview: readIn(failure.data, preview) ?? preview, error: failure })
      return null
    }
  }
  return { preview, error, apply }
}
