import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isStartArriving, onStartArrived } from '#client/platform/lib/ahead.ts'
import { endFirstScreen } from '#client/platform/ui/first-screen.ts'

/** Milliseconds without a new call after which the screen has all its data: one call can lead to the next. */
const calm = 200

/** What a user does first: they may be opening one of the parts that load later. */
const signs = ['pointerdown', 'keydown', 'click'] as const

/** Ends the first screen when all its calls have their responses, or at the user’s first action. */
export const useFirstScreen = (): void => {
  const client = useQueryClient()
  useEffect(() => {
    let timer = 0
    const wait = () => {
      window.clearTimeout(timer)
      // after the frame that shows the last response
      timer = window.setTimeout(() => requestAnimationFrame(() => hasAll() && end()), calm)
    }
    // what was asked for ahead isn't in the cache before its screen renders
    const hasAll = () => client.isFetching() === 0 && !isStartArriving()
    const subscriptions = [client.getQueryCache().subscribe(wait), onStartArrived(wait)]
    const stop = () => {
      for (const unsubscribe of subscriptions) unsubscribe()
      window.clearTimeout(timer)
      for (const sign of signs) window.removeEventListener(sign, end, true)
    }
    const end = () => {
      stop()
      endFirstScreen()
    }
    for (const sign of signs) window.addEventListener(sign, end, true)
    wait()
    return stop
  }, [client])
}
