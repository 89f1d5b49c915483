import type { HistoryEntry } from '#contract/history/shapes.ts'
import type { SavedBy } from './merge-dialog.tsx'

/** A page of a history that holds its latest entry alone. */
export const latestEntry = { page: 1, per_page: 1 } as const

/** Who made the latest entry of a history, and when; null where no person did. */
export const savedByOf = ({ data: [latest] }: { readonly data: readonly HistoryEntry[] }): SavedBy | null =>
  latest?.actor ? { name: latest.actor.name, at: latest.at } : null
