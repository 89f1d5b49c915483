import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '#client/lib/api-error.ts'
import { BrokenState } from '#client/ui/broken-state.tsx'
import { isBrokenPart } from './reload-once.ts'

/** What a layout shows when a screen in it fails. A part that did not arrive is loaded anew, once (rule R20). */
export const RouteError = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  const isPart = isBrokenPart(error)
  useEffect(() => {
    if (isPart) router.options.context.reloadOnce.failed(router.latestLocation.href)
    // oxlint-disable-next-line no-console -- a screen that fails must leave a trace
    else console.error(error)
  }, [isPart, error, router])
  if (isPart) return null
  const again = () => {
    reset()
    void router.invalidate()
  }
  return (
    <BrokenState
      title="This page ran into a problem"
      onRetry={again}
      reference={error instanceof ApiError ? error.requestId : undefined}
    />
  )
}
