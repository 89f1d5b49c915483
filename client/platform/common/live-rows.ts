import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import {
  formsChangedEvent,
  liveEvents,
  recordChangedEvent,
  rowsChangedEvent,
  type FormsChanged,
  type LiveEvent,
  type LiveRecord,
  type RecordChanged,
  type RowsChanged,
} from '#contract/platform/live/shapes.ts'
import { currentBase } from '#client/platform/lib/host.ts'

interface Changes {
  readonly [rowsChangedEvent]: RowsChanged
  readonly [recordChangedEvent]: RecordChanged
  readonly [formsChangedEvent]: FormsChanged
}
type Change = Changes[LiveEvent]
type Listener = (event: LiveEvent, change: Change) => void

const name = 'shipmate-live'
// Object.keys loses the key type; the keys are the events
const events = Object.keys(liveEvents) as LiveEvent[]

/** What a tab receives and passes on to the others. */
const received = z.object({ event: z.enum(events), data: z.unknown() })
type Received = z.output<typeof received>

const listeners = new Set<Listener>()
const notify = (message: unknown): void => {
  const { data: known } = received.safeParse(message)
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

/** Opens the server's event stream; returns the close function. */
const openStream = (onChange: (message: Received) => void): (() => void) => {
  const source = new EventSource(`${currentBase()}/api/events`, { withCredentials: true })
  for (const event of events)
    source.addEventListener(event, ({ data }: MessageEvent<unknown>) =>
      onChange({ event, data: parsed(data) }),
    )
  return () => source.close()
}

/**
 * Opens one stream for all tabs of a browser: the tab with the lock listens to the server and passes on events.
 * Browsers allow few connections per server, and each stream occupies one.
 */
const shareStream = (stop: AbortSignal): void => {
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => notify(data))
  const isOver = new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve()))
  const hold = async (): Promise<void> => {
    const close = openStream((message) => {
      notify(message)
      channel.postMessage(message)
    })
    await isOver
    close()
  }
  // when aborted before it's granted, the lock request rejects: then another tab is listening
  navigator.locks.request(name, { signal: stop }, hold).catch(() => undefined)
  stop.addEventListener('abort', () => channel.close())
}

/**
 * Opens a stream for this tab only, while it's visible: over plain HTTP there is no lock API, and the streams of
 * hidden tabs would use up the connections.
 */
const streamWhileVisible = (stop: AbortSignal): void => {
  let close: (() => void) | null = null
  const follow = (): void => {
    const isWanted = document.visibilityState === 'visible' && !stop.aborted
    if (isWanted) close ??= openStream(notify)
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
  // without it, the list still polls every minute
  if (typeof EventSource !== 'undefined') stopListening ??= startListening()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stopListening?.()
    stopListening = null
  }
}

/** Calls back with rows of a period, or of any, that anyone changed, while the component is mounted. */
export const useRowsChanged = (periodId: number | null, onChange: (change: RowsChanged) => void): void =>
  useLive(rowsChangedEvent, (change) => {
    if (change.period_id === (periodId ?? change.period_id)) onChange(change)
  })

/** Calls back when anyone changed a record, while the component is mounted. */
export const useRecordChanged = (record: LiveRecord, id: number, onChange: () => void): void =>
  useLive(recordChangedEvent, (change) => {
    if (change.record === record && change.id === id) onChange()
  })

/** Calls back with forms of a period that arrived or changed, while the component is mounted. */
export const useFormsChanged = (periodId: number, onChange: (change: FormsChanged) => void): void =>
  useLive(formsChangedEvent, (change) => {
    if (change.period_id === periodId) onChange(change)
  })

const useLive = <E extends LiveEvent>(wanted: E, onChange: (change: Changes[E]) => void): void => {
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  }, [onChange])
  useEffect(
    () =>
      subscribe((event, change) => {
        // the event includes the change's ID
        if (event === wanted) latest.current(change as Changes[E])
      }),
    [wanted],
  )
}
