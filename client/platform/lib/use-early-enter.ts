import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Returns what an Enter calls that comes before what was searched for. `arrive` is called when the search is done, unless
 * something else was typed in the meantime or the Enter came after it.
 */
export const useEarlyEnter = (typed: string, isSearching: boolean, arrive: () => void): (() => void) => {
  const entered = useRef<string | null>(null)
  const finish = useEffectEvent(() => {
    if (entered.current === typed) arrive()
    entered.current = null
  })
  useEffect(() => {
    if (!isSearching) finish()
  }, [isSearching])
  useEffect(() => {
    if (entered.current !== typed) entered.current = null
  }, [typed])
  return () => {
    if (isSearching) entered.current = typed
  }
}
