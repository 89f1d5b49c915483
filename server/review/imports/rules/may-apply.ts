interface PlannedImport {
  readonly state: string
  readonly planned_at: string | null
  readonly applied_at: string | null
  readonly held_for: string | null
  readonly released_at: string | null
}

const hour = 3_600_000

/**
 * Returns whether there’s a plan from the last hour: from a dry run, or from an import that stopped because
 * rows were rejected.
 */
export const isPlanFresh = (run: PlannedImport, now: Date): boolean =>
  run.planned_at !== null &&
  now.getTime() - new Date(run.planned_at).getTime() <= hour &&
  (run.state === 'done' || run.state === 'refused')

/** Returns whether staff can still decide on it: it’s a preview, held or not. */
export const isOpen = (run: PlannedImport, now: Date): boolean =>
  run.applied_at === null && isPlanFresh(run, now)

/** Returns whether nothing of it can be applied until someone says that the file is right. */
export const isHeld = (run: PlannedImport): boolean => run.held_for !== null && run.released_at === null

/** Returns whether it can still be applied. */
export const mayApply = (run: PlannedImport, now: Date): boolean => isOpen(run, now) && !isHeld(run)
