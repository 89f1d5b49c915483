import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { rowsChanged, rowsChangedEvent, type RowsChanged } from '#contract/live/shapes.ts'
import { currentBase } from '#client/lib/host.ts'

type Listener = (change: RowsChanged) => void

const name = 'shipmate-live'

const listeners = new Set<Listener>()
const tell = (payload: unknown): void => {
  const change = z.safeParse(rowsChanged, payload)
  if (change.success) for (const listener of listeners) listener(change.data)
}

const parsed = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text))
  } catch {
    return null
  }
}

/** Opens the stream of the server; answers how to close it. */
const openStream = (onChange: (payload: unknown) => void): (() => void) => {
  const source = new EventSource(`${currentBase()}/api/events`, { withCredentials: true })
  source.addEventListener(rowsChangedEvent, ({ data }: MessageEvent<unknown>) => onChange(parsed(data)))
  return () => source.close()
}

/**
 * Opens one stream for all tabs of a browser: the tab that holds the lock listens to the server and passes on what it
 * receives. A browser opens few connections to one server, and each stream takes one for good.
 */
const shareStream = (stop: AbortSignal): void => {
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => tell(data))
  const isOver = new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve()))
  const hold = async (): Promise<void> => {
    const close = openStream((payload) => {
      tell(payload)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none, it is the origin's own
      channel.postMessage(payload)
    })
    await isOver
    close()
  }
  // given up before it was granted, the lock rejects: then another tab goes on listening
  navigator.locks.request(name, { signal: stop }, hold).catch(() => undefined)
  stop.addEventListener('abort', () => channel.close())
}

/**
 * Opens a stream of the tab's own while the tab is visible: over plain http browsers have no locks, and the streams of
 * hidden tabs would use up the connections.
 */
const streamWhileVisible = (stop: AbortSignal): void => {
  let close: (() => void) | null = null
  const follow = (): void => {
    const isWanted = document.visibilityState === 'visible' && !stop.aborted
    if (isWanted) close ??= openStream(tell)
    else {
      close?.()
      close = null
    }
  }
  document.addEventListener('visibilitychange', follow, { signal: stop })
  stop.addEventListener('abort', follow)
  follow()
}

const startListening = (): (() => void) => {
  const stop = new AbortController()
  if ('locks' in navigator) shareStream(stop.signal)
  else streamWhileVisible(stop.signal)
  return () => stop.abort()
}

let stopListening: (() => void) | null = null

const subscribe = (listener: Listener): (() => void) => {
  listeners.add(listener)
  // without it the minute's polling is all there is
  if (typeof EventSource !== 'undefined') stopListening ??= startListening()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stopListening?.()
    stopListening = null
  }
}

/** Hears of rows of a period that changed, whoever changed them, for as long as the caller is on screen. */
export const useRowsChanged = (periodId: number, onChange: Listener): void => {
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  }, [onChange])
  useEffect(
    () =>
      subscribe((change) => {
        if (change.period_id === periodId) latest.current(change)
      }),
    [periodId],
  )
}
