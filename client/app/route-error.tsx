import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { ApiError } from '#client/lib/api-error.ts'
import { BrokenState } from '#client/ui/states/broken-state.tsx'
import { isBrokenPart } from './reload-once.ts'

/**
 * What a layout shows when a screen in it fails. A part that did not arrive is loaded anew, once (rule R20); not while the
 * server cannot be reached: the browser would put its own page in place of ours.
 */
export const RouteError = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  const isPart = isBrokenPart(error)
  const [isAway, setAway] = useState(false)
  const loadAnew = useCallback(() => {
    const load = () => router.options.context.reloadOnce.failed(router.latestLocation.href)
    fetch('/').then(load, () => setAway(true))
  }, [router])
  // Before the router says that the navigation has ended: whether the server answers is known only later.
  useLayoutEffect(() => {
    if (isPart) router.options.context.reloadOnce.missing()
  }, [isPart, router])
  useEffect(() => {
    if (isPart) loadAnew()
    else console.error(error)
  }, [isPart, error, loadAnew])
  if (isPart && !isAway) return null
  const again = () => {
    reset()
    void router.invalidate()
  }
  return (
    <BrokenState
      title={isPart ? 'The server cannot be reached' : 'This page ran into a problem'}
      onRetry={isPart ? loadAnew : again}
      reference={error instanceof ApiError ? error.requestId : undefined}
    />
  )
}
