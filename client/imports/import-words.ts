import type { ImportRun } from '#contract/imports/shapes.ts'
import { formatCount, formatNumber } from '#client/lib/format.ts'

/** What an import is at this moment, for people. */
export type ImportPhase =
  'reading' | 'writing' | 'preview' | 'expired' | 'applied' | 'undone' | 'unreadable' | 'failed'

const rowsOf = ({ counts }: Pick<ImportRun, 'counts'>): number =>
  counts.added + counts.changed + counts.unchanged + counts.refused

/** A preview counts rows as it reads them; when they are written they are all counted already. */
const busyPhase = (run: ImportRun): ImportPhase => {
  const { done, total } = run.progress
  const isWriting = run.dry_run ? rowsOf(run) > done : done * 2 >= total && total > 0
  return isWriting ? 'writing' : 'reading'
}

/** Reading, waiting for a decision, written, or gone wrong. */
export const phaseOf = (run: ImportRun): ImportPhase => {
  if (run.state === 'queued' || run.state === 'running') return busyPhase(run)
  if (run.applied) return run.undone ? 'undone' : 'applied'
  if (run.state === 'failed') return 'failed'
  if (run.state === 'refused' && rowsOf(run) === 0) return 'unreadable'
  return run.may_apply ? 'preview' : 'expired'
}

export const isBusy = (run: Pick<ImportRun, 'state'>): boolean =>
  run.state === 'queued' || run.state === 'running'

/** The file's name, or that it was a copy. */
export const importName = ({ kind, file_name }: Pick<ImportRun, 'kind' | 'file_name'>): string =>
  kind === 'from_period' ? 'Copy from an earlier policy year' : (file_name ?? 'Roster')

/** '6,000 added, 12 changed'; what is nothing is left out. */
export const countsInWords = ({ counts }: Pick<ImportRun, 'counts'>): string => {
  const parts = (['added', 'changed', 'unchanged', 'refused'] as const)
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${formatNumber(counts[outcome])} ${outcome}`)
  return parts.length === 0 ? 'No rows' : parts.join(', ')
}

/** How many students applying writes. */
export const toWrite = ({ counts }: Pick<ImportRun, 'counts'>): number => counts.added + counts.changed

/** 'Import 6,000 students' */
export const applyLabel = (run: Pick<ImportRun, 'counts' | 'kind'>): string =>
  `${run.kind === 'csv' ? 'Import' : 'Copy'} ${formatCount(toWrite(run), 'student')}`
