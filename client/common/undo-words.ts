import type { Undone } from '#contract/history/shapes.ts'
import { formatCount, formatNumber } from '#client/lib/format.ts'
import type { ToastOptions } from '#client/ui/overlays/toaster.ts'

/** A change that was just made, told with the offer to take it back. */
export interface UndoOffer {
  /** From `send`; null where the change cannot be undone: then the toast only tells. */
  readonly changeId: string | null
  /** What happened: '312 statuses changed'. */
  readonly title: string
  readonly description?: string
  /** Milliseconds; 0 stays until closed. */
  readonly timeout?: number
  /** Where to look at what was done. */
  readonly more?: { readonly label: string; readonly onAction: () => void }
}

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
