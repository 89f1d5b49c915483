import type { HistoryEntry } from '#contract/platform/history/shapes.ts'

const statusKinds: ReadonlySet<HistoryEntry['kind']> = new Set([
  'coverage_status_changed',
  'coverage_status_overridden',
])

/** What the statuses of the same change already say. */
const isSaidByStatus = (field: string): boolean =>
  field === 'decided_coverages' || field.endsWith('_decision')

/** Returns the entries with each decision about a form and the statuses that it changed as one, in the same order. */
export const joinDecisions = (entries: readonly HistoryEntry[]): readonly HistoryEntry[] => {
  const decisions = new Map(
    entries.flatMap((entry) => (entry.kind === 'form_decided' ? [[entry.change_id, entry]] : [])),
  )
  const joined = new Set<HistoryEntry>()
  const shown = entries.map((entry) => {
    const decision = statusKinds.has(entry.kind) ? decisions.get(entry.change_id) : undefined
    if (!decision || decision.student_id !== entry.student_id) return entry
    joined.add(decision)
    const others = decision.changes.filter(({ field }) => !isSaidByStatus(field))
    return { ...entry, kind: decision.kind, changes: [...entry.changes, ...others] }
  })
  return shown.filter((entry) => !joined.has(entry))
}
