import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isAdmin } from '#contract/access.ts'
import type { Me } from '#contract/auth/shapes.ts'
import { countUnseenFormSubmissions } from '#contract/form-submissions/endpoints.ts'
import { useFormsChanged } from '#client/common/live-rows.ts'
import { unseenFormsKey } from '#client/common/unseen-forms.ts'
import { useAsk } from '#client/lib/query.ts'
import type { Place } from './place.ts'

/** Keeps the number of new forms in the sidebar up to date. Renders nothing. */
export const UnseenForms = ({ user, place }: { user: Me; place: Place }) =>
  isAdmin(user) && place.period !== null ? <Counted key={place.period} period={place.period} /> : null

/** Milliseconds between reloads that find what a live update missed. */
const minute = 60_000

const Counted = ({ period }: { period: number }) => {
  const client = useQueryClient()
  const { data, refetch } = useAsk(
    countUnseenFormSubmissions,
    { query: { period_id: String(period) } },
    { refetchInterval: minute },
  )
  useFormsChanged(period, () => void refetch())
  useEffect(() => {
    if (data) client.setQueryData(unseenFormsKey(period), data.quantity)
  }, [client, period, data])
  return null
}
