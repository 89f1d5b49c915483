interface PlannedImport {
  readonly state: string
  readonly planned_at: string | null
  readonly applied_at: string | null
}

const hour = 3_600_000

/** Whether a plan stands that is not over an hour old: a dry run's, or one left because rows were refused. */
export const isPlanFresh = (run: PlannedImport, now: Date): boolean =>
  run.planned_at !== null &&
  now.getTime() - new Date(run.planned_at).getTime() <= hour &&
  (run.state === 'done' || run.state === 'refused')

/** Whether it may still be written. */
export const mayApply = (run: PlannedImport, now: Date): boolean =>
  run.applied_at === null && isPlanFresh(run, now)
