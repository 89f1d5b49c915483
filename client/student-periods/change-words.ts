import { formatCount } from '#client/lib/format.ts'

/** How a bulk change is spoken of. */
export interface ChangeWords {
  /** On the button: 'Change 3 records', and how many of them are overrides. */
  readonly act: (changed: number, overridden: number) => string
  /** In the preview: '3 records will change.' */
  readonly outcome: (changed: number) => string
  /** In the message, once it is done: '3 records changed'. */
  readonly done: (changed: number) => string
  /** Takes something away: the button warns. */
  readonly isDanger?: true
}

export const recordWords: ChangeWords = {
  act: (changed, overridden) =>
    `Change ${formatCount(changed, 'record')}${overridden === 0 ? '' : `, ${formatCount(overridden, 'override')}`}`,
  outcome: (changed) => `${formatCount(changed, 'record')} will change.`,
  done: (changed) => `${formatCount(changed, 'record')} changed`,
}

export const noteWords: ChangeWords = {
  act: (changed) => `Add ${formatCount(changed, 'note')}`,
  outcome: (changed) => `${formatCount(changed, 'student gets', 'students get')} this note.`,
  done: (changed) => `${formatCount(changed, 'note')} added`,
}

export const removalWords: ChangeWords = {
  act: (changed) => `Remove ${formatCount(changed, 'student')}`,
  outcome: (changed) => `${formatCount(changed, 'student')} will be removed.`,
  done: (changed) => `${formatCount(changed, 'student')} removed`,
  isDanger: true,
}
