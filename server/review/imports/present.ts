import { choiceLabelsOf, holdCauses } from '#contract/review/imports/choices.ts'
import {
  importStates,
  type FindingCounts,
  type ImportError,
  type ImportRow,
  type ImportRun,
  type ImportState,
  type RejectedCells,
} from '#contract/review/imports/shapes.ts'
import type { FieldChange } from '#contract/platform/history/shapes.ts'
import {
  noFindings,
  readingOf,
  yearCopyOf,
  type ImportRecord,
  type LastChange,
  type PlannedRow,
  type SavedError,
} from './queries/runs.ts'
import { isHeld, isOpen, mayApply } from './rules/may-apply.ts'
import type { Mapping } from './rules/propose-mapping.ts'
import { nearestTo } from './rules/unlisted.ts'

const stateOf = (state: string): ImportState => importStates.find((known) => known === state) ?? 'failed'

interface About {
  readonly now: Date
  /** The first errors of its rows. */
  readonly errors?: readonly SavedError[]
  /** Missing if no row has a finding. */
  readonly findings?: FindingCounts | undefined
  /** The students who aren’t in it, if it’s the whole roster. */
  readonly missing?: number | undefined
  /** Missing if nothing was saved. */
  readonly lastAct: LastChange | undefined
}

/** Returns an import as in its reply. */
export const presentImport = (
  run: ImportRecord,
  { now, errors = [], findings = noFindings, missing, lastAct }: About,
): ImportRun => ({
  id: run.id,
  kind: run.kind === 'csv' ? 'csv' : 'from_period',
  school_id: run.school_id,
  period_id: run.period_id,
  file_name: run.file_name,
  state: stateOf(run.state),
  dry_run: run.dry_run,
  applied: run.applied_at !== null,
  may_apply: mayApply(run, now),
  on_existing: run.on_existing === 'skip' ? 'skip' : 'update',
  progress: { done: run.done, total: run.total },
  counts: { added: run.added, changed: run.changed, unchanged: run.unchanged, refused: run.refused },
  findings,
  held: heldOf(run, now),
  missing: missing ?? null,
  errors: errors.map(presentError),
  // countUnlisted saved it in this shape
  unlisted: run.unlisted as ImportRun['unlisted'],
  // as `plan-file.ts` wrote it
  unknown: run.unknown_values as ImportRun['unknown'],
  // saved as a mapping
  mapping: run.mapping as ImportRun['mapping'],
  headers: run.headers,
  reading: readingOf(run),
  year_copy: yearCopyOf(run),
  message: run.message,
  change_id: run.change_id,
  undo_change_id: lastAct && !lastAct.is_undone ? lastAct.id : null,
  undone: lastAct?.is_undone ? { at: lastAct.at, by: lastAct.actor_name } : null,
  created_at: run.created_at,
})

const heldOf = (run: ImportRecord, now: Date): ImportRun['held'] => {
  const cause = holdCauses.find((known) => known === run.held_for)
  return cause && isHeld(run) && isOpen(run, now) ? { cause, rows: run.held_rows } : null
}

const shown = ({ field, before, after }: FieldChange): ImportRow['changes'][number] => ({
  field,
  before: Array.isArray(before) ? before.join(', ') : before,
  after: Array.isArray(after) ? after.join(', ') : after,
})

/** Rows of imports from before the cells’ texts were saved don’t have them. */
const presentError = ({ row, column, message, value = null }: SavedError): ImportError => ({
  row,
  column,
  message,
  value,
})

export const presentRow = (row: PlannedRow): ImportRow => ({
  row: row.row_number,
  sid: row.sid,
  name: row.name,
  changes: [...row.student_changes, ...row.student_period_changes].map(shown),
  errors: row.outcome === 'refused' ? row.errors.map(presentError) : [],
  finding: row.finding,
  left_out_for: row.left_out_for,
  decision: row.other_outcome === null ? null : row.outcome === 'refused' ? 'stopped' : 'confirmed',
})

/** Returns rejected cells with their field, and the choice that was probably meant. */
export const presentCells = (
  cells: Omit<RejectedCells, 'field' | 'nearest'>,
  mapping: Mapping,
): RejectedCells => {
  const field = mapping[cells.column] ?? null
  const labels = field === null ? [] : choiceLabelsOf(field)
  return { ...cells, field, nearest: cells.value === null ? null : nearestTo(cells.value, labels) }
}
