import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { useWhenOnline } from '#client/platform/lib/use-when-online.ts'

interface PreviewAsk<P> {
  /** What the preview depends on, as text; null if nothing is selected. Another text loads a new preview. */
  readonly key: string | null
  /** Loads it. Null if the response has no preview. */
  readonly read: (signal: AbortSignal) => Promise<P | null>
  /** Returns the new preview from the server's error, if the one that was shown is out of date. */
  readonly readIn: (data: unknown, shown: P) => P | null
  /** Milliseconds to wait while the user types. */
  readonly wait?: number
}

interface Found<P> {
  readonly key: string | null
  readonly preview: P | null
  readonly error: ApiError | null
}

const nothing = { key: null, preview: null, error: null }

/**
 * Previews a change while the user enters it, and then makes exactly the change that was shown. A preview that failed
 * without a connection is read again when there is one.
 */
export const usePreview = <P>({ key: asked, read, readIn, wait = 0 }: PreviewAsk<P>) => {
  const [reloads, setReloads] = useState(0)
  const key = asked === null ? null : `${reloads} ${asked}`
  const [found, setFound] = useState<Found<P>>(nothing)
  // a result for other input doesn't apply
  const { preview, error } = found.key === key ? found : nothing
  // the input is new in every render; its key identifies it
  const ask = useEffectEvent(read)
  const isMissing = preview === null && error?.isTemporary === true
  useWhenOnline(isMissing, () => setReloads((count) => count + 1))
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

  /**
   * Resolves to null if it failed or nothing was shown; `error` has the failure, and an outdated preview is replaced.
   */
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
