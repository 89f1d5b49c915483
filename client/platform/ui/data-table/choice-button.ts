/** The classes of a small button in a column's menu. */
export const choiceButton =
  'flex h-7 items-center gap-1 rounded-control px-2 text-label font-medium text-ink-2 hover:bg-hover hover:text-ink aria-pressed:bg-pressed aria-pressed:text-ink disabled:opacity-50 coarse:h-9'
