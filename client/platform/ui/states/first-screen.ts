import { useSyncExternalStore } from 'react'

/** Milliseconds after which the rest of the page loads, whatever the first screen still waits for. */
const longest = 10_000

let waiting: PromiseWithResolvers<void> | null = null
const listeners = new Set<() => void>()

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Called when the page opens: what no one asked for yet waits until its first screen shows its data. */
export const beginFirstScreen = (): void => {
  waiting = Promise.withResolvers()
  window.setTimeout(endFirstScreen, longest)
}

/** Called when the first screen shows its data. */
export const endFirstScreen = (): void => {
  waiting?.resolve()
  waiting = null
  for (const listener of listeners) listener()
}

/** Resolves when the first screen shows its data. */
export const firstScreen = (): Promise<void> => waiting?.promise ?? Promise.resolve()

/** Returns whether the first screen shows its data. */
export const useIsFirstScreenShown = (): boolean => useSyncExternalStore(subscribe, () => waiting === null)
