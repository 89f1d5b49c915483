import type { LeftOutReason } from '#contract/review/imports/choices.ts'
import type { ImportOutcome, ImportRun } from '#contract/review/imports/shapes.ts'
import { formatCount, formatNumber } from '#client/platform/lib/format.ts'

/** The state of an import, for users. */
export type ImportPhase =
  'reading' | 'writing' | 'preview' | 'expired' | 'applied' | 'undone' | 'unreadable' | 'failed'

const rowsOf = ({ counts }: Pick<ImportRun, 'counts'>): number =>
  counts.added + counts.changed + counts.unchanged + counts.refused

/** Text for the progress: a preview counts rows as it reads them; when they are saved the total is known. */
const busyPhase = (run: ImportRun): ImportPhase => {
  const { done, total } = run.progress
  const isWriting = run.dry_run ? rowsOf(run) > done : done * 2 >= total && total > 0
  return isWriting ? 'writing' : 'reading'
}

/** Returns the phase: reading, preview, saved, or failed. */
export const phaseOf = (run: ImportRun): ImportPhase => {
  if (run.state === 'queued' || run.state === 'running') return busyPhase(run)
  if (run.applied) return run.undone ? 'undone' : 'applied'
  if (run.state === 'failed') return 'failed'
  if (run.state === 'refused' && rowsOf(run) === 0) return 'unreadable'
  return run.may_apply || run.held ? 'preview' : 'expired'
}

export const isBusy = (run: Pick<ImportRun, 'state'>): boolean =>
  run.state === 'queued' || run.state === 'running'

/** Returns the file's name, or the year that was copied. */
export const importName = ({
  kind,
  file_name,
  year_copy,
}: Pick<ImportRun, 'kind' | 'file_name' | 'year_copy'>): string =>
  kind === 'from_period'
    ? `Copy from ${year_copy?.from_period_name ?? 'an earlier policy year'}`
    : (file_name ?? 'Roster')

/** Why students of an earlier year aren't copied, as labels. */
export const leftOutLabels: Record<LeftOutReason, string> = {
  already_in_year: 'Already in the new policy year',
  inactive: 'Inactive',
  graduated: 'Graduated',
  withdrawn: 'Withdrawn',
  graduates_before: 'Graduates before the new policy year starts',
}

type OutcomeTexts = Readonly<Record<ImportOutcome, string>>

const outcomeTexts: OutcomeTexts = {
  added: 'added',
  changed: 'changed',
  unchanged: 'unchanged',
  refused: 'rejected',
}

const copyTexts: OutcomeTexts = { ...outcomeTexts, added: 'copied', unchanged: 'left out' }

/** Returns the counts that aren't zero: '6,000 added, 12 changed'. */
export const countsText = ({ counts, kind }: Pick<ImportRun, 'counts' | 'kind'>): string => {
  const words = kind === 'csv' ? outcomeTexts : copyTexts
  const parts = (['added', 'changed', 'unchanged', 'refused'] as const)
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${formatNumber(counts[outcome])} ${words[outcome]}`)
  return parts.length === 0 ? 'No rows' : parts.join(', ')
}

/** Returns how many students applying saves. */
export const countToSave = ({ counts }: Pick<ImportRun, 'counts'>): number => counts.added + counts.changed

/** Returns the button's text: 'Import 6,000 students'. */
export const applyLabel = (run: Pick<ImportRun, 'counts' | 'kind'>): string =>
  `${run.kind === 'csv' ? 'Import' : 'Copy'} ${formatCount(countToSave(run), 'student')}`
