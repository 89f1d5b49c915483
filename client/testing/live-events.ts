import { act } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { LiveEvent } from '#contract/platform/live/shapes.ts'

/** Replaces the stream of live events. Returns a function that sends an event to every page that listens. */
export const fakeLiveEvents = () => {
  const streams = new Set<EventTarget>()
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      constructor() {
        super()
        streams.add(this)
      }
      close(): void {
        streams.delete(this)
      }
    },
  )
  return async (event: LiveEvent, change: object): Promise<void> => {
    await vi.waitFor(() => expect(streams.size).toBeGreaterThan(0))
    const data = JSON.stringify(change)
    act(() => {
      for (const stream of streams) stream.dispatchEvent(new MessageEvent(event, { data }))
    })
  }
}
