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

/**
 * One stream for all tabs of a browser: whoever holds the lock listens to the server and passes on what it hears.
 * A browser opens few connections to one server, and each stream takes one for good.
 */
const startListening = (): (() => void) => {
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => tell(data))
  const stop = new AbortController()
  const isOver = new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()))
  const hold = async (): Promise<void> => {
    const source = new EventSource(`${currentBase()}/api/events`, { withCredentials: true })
    source.addEventListener(rowsChangedEvent, ({ data }: MessageEvent<unknown>) => {
      const payload = parsed(data)
      tell(payload)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none, it is the origin's own
      channel.postMessage(payload)
    })
    await isOver
    source.close()
  }
  // given up before it was granted, the lock rejects: then another tab goes on listening
  navigator.locks.request(name, { signal: stop.signal }, hold).catch(() => undefined)
  return () => {
    stop.abort()
    channel.close()
  }
}

let stopListening: (() => void) | null = null

const subscribe = (listener: Listener): (() => void) => {
  listeners.add(listener)
  // without these the minute's polling is all there is
  if (typeof EventSource !== 'undefined' && 'locks' in navigator) stopListening ??= startListening()
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
