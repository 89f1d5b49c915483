import { useState, useSyncExternalStore } from 'react'

/** How far the page has come: its first screen loads, it shows its data, and nothing more is under way. */
const stages = ['loading', 'shown', 'idle'] as const
type Stage = (typeof stages)[number]

let stage: Stage = 'idle'
const listeners = new Set<() => void>()

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Called when the page opens: what no one asked for yet waits until its first screen shows its data. */
export const beginFirstScreen = (): void => {
  stage = 'loading'
}

/** Called when the first screen shows its data, and when the page is idle; the page never goes back. */
export const reachStage = (reached: Stage): void => {
  if (stages.indexOf(reached) <= stages.indexOf(stage)) return
  stage = reached
  for (const listener of listeners) listener()
}

/** Returns whether the first screen shows its data. */
export const useIsFirstScreenShown = (): boolean => useSyncExternalStore(subscribe, () => stage !== 'loading')

/** Returns whether a part of the first screen may load: once someone asked for it, or the page was idle. */
export const useIsDue = (isAsked: boolean): boolean => {
  const isIdle = useSyncExternalStore(subscribe, () => stage === 'idle')
  const [wasAsked, setWasAsked] = useState(isAsked)
  if (isAsked && !wasAsked) setWasAsked(true)
  return isIdle || wasAsked || isAsked
}
