import type { Undone } from '#contract/platform/history/shapes.ts'
import { formatCount, formatNumber } from '#client/platform/lib/format.ts'
import type { ToastOptions } from '#client/platform/ui/overlays/toaster.ts'

/** A change that was just made, shown with Undo. */
export interface UndoOffer {
  /** From `send`; null if the change can't be undone: then the toast has no button. */
  readonly changeId: string | null
  /** What happened: '312 statuses changed'. */
  readonly title: string
  readonly description?: string
  /** Milliseconds; 0 stays until closed. */
  readonly timeout?: number
  /** Of the offers of a group, only the latest is shown. */
  readonly group?: string
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

/** Returns the result of an undo as text; `noun` is what it counts, null for one act that changed several records. */
export const outcomeOf = (undone: Undone, noun: string | null = 'student'): ToastOptions => {
  const { reverted, left, left_total } = undone
  const title = titleOf(undone, noun)
  const emails = emailsText(undone)
  if (left_total === 0) return { title, ...(emails === undefined ? {} : { description: emails }) }
  const [first] = left
  const more = left_total > 1 ? ` And ${formatNumber(left_total - 1)} more.` : ''
  return {
    tone: reverted === 0 ? 'danger' : 'neutral',
    title,
    timeout: 12_000,
    ...(first
      ? { description: `${first.name}: ${first.reason}${more}${emails === undefined ? '' : ` ${emails}`}` }
      : {}),
  }
}

const titleOf = ({ reverted, left_total }: Undone, noun: string | null): string => {
  if (left_total === 0 && (reverted <= 1 || noun === null)) return 'Undone'
  if (reverted === 0) return 'Couldn’t undo'
  const undone = `Undone for ${formatCount(reverted, noun ?? 'record')}`
  return left_total === 0 ? undone : `${undone}. ${formatNumber(left_total)} didn’t change.`
}
