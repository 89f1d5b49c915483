import type { Undone } from '#contract/history/shapes.ts'
import { formatCount, formatNumber } from '#client/lib/format.ts'
import type { ToastOptions } from '#client/ui/toast.tsx'

/** What an undo did, in words; `noun` is what it counts. */
export const outcomeOf = ({ reverted, left, left_total }: Undone, noun = 'student'): ToastOptions => {
  if (left_total === 0)
    return { title: reverted <= 1 ? 'Undone' : `Undone for ${formatCount(reverted, noun)}` }
  const [first] = left
  const more = left_total > 1 ? ` And ${formatNumber(left_total - 1)} more.` : ''
  return {
    tone: reverted === 0 ? 'danger' : 'neutral',
    title:
      reverted === 0
        ? 'Nothing could be undone'
        : `Undone for ${formatNumber(reverted)}, ${formatNumber(left_total)} left as they are`,
    timeout: 12_000,
    ...(first ? { description: `${first.name}: ${first.reason}${more}` } : {}),
  }
}
