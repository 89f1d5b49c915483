import type { Undone } from '#contract/history/shapes.ts'
import { formatCount, formatNumber } from '#client/lib/format.ts'
import type { ToastOptions } from '#client/ui/overlays/toaster.ts'

/** A change that was just made, shown with Undo. */
export interface UndoOffer {
  /** From `send`; null if the change can't be undone: then the toast has no button. */
  readonly changeId: string | null
  /** What happened: '312 statuses changed'. */
  readonly title: string
  readonly description?: string
  /** Milliseconds; 0 stays until closed. */
  readonly timeout?: number
  /** A link to what was changed. */
  readonly more?: { readonly label: string; readonly onAction: () => void }
}

/** For a change that emails students: each school sets how long its emails wait. */
export const emailDelayText = 'Until the email is sent, Undo cancels it.'

/** Returns what became of the emails of an undone change; undefined if it had none. */
const emailsText = ({ emails_canceled: canceled, emails_sent: sent }: Undone): string | undefined => {
  const sentences = [
    ...(canceled > 0 ? [`${formatCount(canceled, 'email')} canceled.`] : []),
    ...(sent > 0 ? [`${formatCount(sent, 'email')} already sent.`] : []),
  ]
  return sentences.length === 0 ? undefined : sentences.join(' ')
}

/** Returns the result of an undo as text; `noun` is what it counts. */
export const outcomeOf = (undone: Undone, noun = 'student'): ToastOptions => {
  const { reverted, left, left_total } = undone
  const emails = emailsText(undone)
  if (left_total === 0)
    return {
      title: reverted <= 1 ? 'Undone' : `Undone for ${formatCount(reverted, noun)}`,
      ...(emails === undefined ? {} : { description: emails }),
    }
  const [first] = left
  const more = left_total > 1 ? ` And ${formatNumber(left_total - 1)} more.` : ''
  return {
    tone: reverted === 0 ? 'danger' : 'neutral',
    title:
      reverted === 0
        ? 'Couldn’t undo'
        : `Undone for ${formatCount(reverted, noun)}. ${formatNumber(left_total)} didn’t change.`,
    timeout: 12_000,
    ...(first
      ? { description: `${first.name}: ${first.reason}${more}${emails === undefined ? '' : ` ${emails}`}` }
      : {}),
  }
}
