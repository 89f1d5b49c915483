import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import {
  liveEvents,
  rowsChangedEvent,
  setUpChangedEvent,
  type LiveEvent,
  type RowsChanged,
  type SetUpChanged,
} from '#contract/live/shapes.ts'
import { currentBase } from '#client/lib/host.ts'

interface Changes {
  readonly [rowsChangedEvent]: RowsChanged
  readonly [setUpChangedEvent]: SetUpChanged
}
type Change = Changes[LiveEvent]
type Listener = (event: LiveEvent, change: Change) => void

const name = 'shipmate-live'
// Object.keys forgets that the keys are the events
const events = Object.keys(liveEvents) as LiveEvent[]

/** What a tab hears, and passes on to the others. */
const heard = z.object({ event: z.enum(events), data: z.unknown() })
type Heard = z.output<typeof heard>

const listeners = new Set<Listener>()
const tell = (message: unknown): void => {
  const { data: known } = heard.safeParse(message)
  if (!known) return
  const change = z.safeParse(liveEvents[known.event], known.data)
  if (change.success) for (const listener of listeners) listener(known.event, change.data)
}

const parsed = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text))
  } catch {
    return null
  }
}

/** Opens the stream of the server; answers how to close it. */
const openStream = (onChange: (message: Heard) => void): (() => void) => {
  const source = new EventSource(`${currentBase()}/api/events`, { withCredentials: true })
  for (const event of events)
    source.addEventListener(event, ({ data }: MessageEvent<unknown>) =>
      onChange({ event, data: parsed(data) }),
    )
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
    const close = openStream((message) => {
      tell(message)
      channel.postMessage(message)
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
export const useRowsChanged = (periodId: number, onChange: (change: RowsChanged) => void): void =>
  useLive(rowsChangedEvent, periodId, onChange)

/** Hears of changes of a period’s set-up, whoever made them, for as long as the caller is on screen. */
export const useSetUpChanged = (periodId: number, onChange: (change: SetUpChanged) => void): void =>
  useLive(setUpChangedEvent, periodId, onChange)

const useLive = <E extends LiveEvent>(
  wanted: E,
  periodId: number,
  onChange: (change: Changes[E]) => void,
): void => {
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  }, [onChange])
  useEffect(
    () =>
      subscribe((event, change) => {
        // the event says which change it is
        if (event === wanted && change.period_id === periodId) latest.current(change as Changes[E])
      }),
    [wanted, periodId],
  )
}
