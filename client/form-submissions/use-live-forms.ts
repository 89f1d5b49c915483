import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  countQueues,
  listFormSubmissionIds,
  listFormSubmissions,
} from '#contract/form-submissions/endpoints.ts'
import { useUser } from '#client/common/current-user.tsx'
import { useFormsChanged } from '#client/common/live-rows.ts'
import { keyOf } from '#client/lib/query.ts'

/** Milliseconds to collect changes before the list reloads, because many come at once. */
const collectTime = 400
/** Milliseconds that a changed row is marked. */
const flashTime = 1800

const none: ReadonlySet<number> = new Set()
const shown = [listFormSubmissions, countQueues]

/**
 * Keeps the list and its counts up to date: reloads what arrives or what others change, in place. Returns the forms that
 * someone else just changed.
 */
export const useLiveForms = (periodId: number): ReadonlySet<number> => {
  const client = useQueryClient()
  const me = useUser().id
  const [fresh, setFresh] = useState(none)
  const gathered = useRef<{ ids: Set<number>; timer: number } | null>(null)
  const fading = useRef(0)

  const refresh = async (): Promise<void> => {
    const ids = gathered.current?.ids ?? none
    gathered.current = null
    await Promise.all(shown.map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })))
    if (ids.size === 0) return
    setFresh(ids)
    window.clearTimeout(fading.current)
    fading.current = window.setTimeout(() => setFresh(none), flashTime)
  }

  useFormsChanged(periodId, ({ ids, by }) => {
    gathered.current ??= { ids: new Set(), timer: window.setTimeout(() => void refresh(), collectTime) }
    if (by !== me) for (const id of ids) gathered.current.ids.add(id)
  })
  // a review that's opened from here begins with the order shown now
  useEffect(() => client.removeQueries({ queryKey: keyOf(listFormSubmissionIds) }), [client])
  useEffect(
    () => () => {
      window.clearTimeout(gathered.current?.timer)
      window.clearTimeout(fading.current)
    },
    [],
  )
  return fresh
}
