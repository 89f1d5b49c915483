import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { RowsChanged } from '#contract/platform/live/shapes.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { useRowsChanged } from '#client/platform/common/live-rows.ts'
import { keyOf } from '#client/platform/lib/query.ts'
import { listEndpoints } from './api.ts'

/** Milliseconds to collect changes before the list reloads, because many come at once. */
const collectTime = 400
/** Milliseconds that a changed row is marked. */
const flashTime = 1800

const nobody: ReadonlySet<number> = new Set()

/**
 * Keeps the list up to date with the server: reloads what others change. Returns the rows that someone else just
 * changed; the user's own changes aren't marked.
 */
export const useLiveList = (periodId: number): ReadonlySet<number> => {
  const client = useQueryClient()
  const me = useUser().id
  const [fresh, setFresh] = useState(nobody)
  const gathered = useRef<{ ids: Set<number>; timer: number } | null>(null)
  const fading = useRef(0)

  const refresh = async (): Promise<void> => {
    const ids = gathered.current?.ids ?? nobody
    gathered.current = null
    await Promise.all(
      listEndpoints.map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })),
    )
    if (ids.size === 0) return
    setFresh(ids)
    window.clearTimeout(fading.current)
    fading.current = window.setTimeout(() => setFresh(nobody), flashTime)
  }

  useRowsChanged(periodId, ({ ids, by }: RowsChanged) => {
    gathered.current ??= { ids: new Set(), timer: window.setTimeout(() => void refresh(), collectTime) }
    if (by !== me) for (const id of ids ?? []) gathered.current.ids.add(id)
  })
  useEffect(
    () => () => {
      window.clearTimeout(gathered.current?.timer)
      window.clearTimeout(fading.current)
    },
    [],
  )
  return fresh
}
