import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { listEligibilityReports } from '#contract/review/verifications/endpoints.ts'
import type { EligibilityReport } from '#contract/review/verifications/shapes.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { useRowsChanged } from '#client/platform/common/live-rows.ts'
import { call } from '#client/platform/lib/call.ts'
import { useGrowingList } from '#client/platform/lib/growing-list.ts'
import { keyOf, refreshAll } from '#client/platform/lib/query.ts'
import { isPending, reloadAfter } from './check-look.ts'

interface Checked {
  /** Whose checks: all of a student, or those of one policy year. */
  readonly about: { readonly student_id: number } | { readonly student_period_id: number }
  /** The student-periods whose changes are followed. */
  readonly years: readonly number[]
  /** What an answer changes on screen besides the checks. */
  readonly refreshes: readonly Endpoint[]
}

const none: readonly EligibilityReport[] = []

/** Loads eligibility checks, newest first, and keeps them up to date. When an answer arrives, what it changes is reloaded. */
export const useChecks = ({ about, years, refreshes }: Checked) => {
  const client = useQueryClient()
  const me = useUser()
  const checks = useGrowingList(
    [...keyOf(listEligibilityReports), about],
    (paging, options) => call(listEligibilityReports, { query: { ...paging, ...about } }, options),
    { reloadAfter },
  )
  const { data: rows = none, refetch } = checks
  useRowsChanged(null, ({ ids, by }) => {
    const isOwn = by === me.id && !rows.some(isPending)
    if (!isOwn && (ids === null || years.some((id) => ids.includes(id)))) void refetch()
  })
  const pending = useRef<ReadonlySet<number>>(new Set())
  useEffect(() => {
    const isAnswered = rows.some((check) => !isPending(check) && pending.current.has(check.id))
    pending.current = new Set(rows.filter(isPending).map(({ id }) => id))
    if (isAnswered) refreshAll(client, refreshes)
  }, [rows, client, refreshes])
  return checks
}
export type Checks = ReturnType<typeof useChecks>
