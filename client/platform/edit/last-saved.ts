import type { HistoryEntry } from '#contract/platform/history/shapes.ts'
import type { SavedBy } from './merge-dialog.tsx'

/** A page of a history with only its latest entry. */
export const latestEntry = { page: 1, per_page: 1 } as const

/** Returns who made the latest history entry, and when; null if no user did. */
export const savedByOf = ({ data: [latest] }: { readonly data: readonly HistoryEntry[] }): SavedBy | null =>
  latest?.actor ? { ...latest.actor, at: latest.at } : null
