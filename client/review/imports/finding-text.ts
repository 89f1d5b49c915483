import type { FindingKind, ImportRow, ImportRun, RowFinding } from '#contract/review/imports/shapes.ts'
import { formatDay } from '#client/platform/lib/format.ts'

/** What each finding is called. */
export const findingLabels: Readonly<Record<FindingKind, string>> = {
  other_person: 'Another person?',
  duplicate: 'Possible duplicate',
  spoiled_id: 'Changed ID',
  unclear_id: 'Unclear ID',
  respelled_id: 'ID spelled differently',
}

/** Returns who someone is: 'Quill, Ada · 03/07/2001'. */
export const personText = ({ name, dob }: { name: string; dob: string | null }): string =>
  dob === null || dob === '' ? name : `${name} · ${formatDay(dob)}`

/** Returns the button that confirms a stopped row. */
export const confirmLabel = ({ kind, proposed_sid: proposed }: RowFinding): string => {
  if (kind === 'other_person') return 'Same person'
  if (kind === 'duplicate') return 'Different person'
  return `Use ID ${proposed ?? ''}`
}

/** How to fix a row that can't be confirmed. */
const repairTexts: Partial<Record<FindingKind, string>> = {
  spoiled_id:
    'The end of the ID is missing. Format the ID column as text in the spreadsheet, and export the file again.',
  unclear_id: 'Enter the ID exactly as Shipmate has it.',
}

/** Returns what becomes of a row that isn’t stopped. */
export const settledText = ({ finding, decision }: ImportRow): string | null => {
  if (!finding || decision === 'stopped') return null
  const { kind, proposed_sid: proposed } = finding
  if (kind === 'respelled_id') return `Read as ID ${proposed ?? ''}. Name and date of birth match.`
  if (decision === null) return repairTexts[kind] ?? 'Fix this row in the file.'
  if (kind === 'other_person') return 'Confirmed as the same person'
  return kind === 'duplicate' ? 'Confirmed as a different person' : `Confirmed as ID ${proposed ?? ''}`
}

/** Returns how many rows of an import have a finding. */
export const countFound = ({ findings }: Pick<ImportRun, 'findings'>): number =>
  findings.other_person +
  findings.duplicate +
  findings.spoiled_id +
  findings.unclear_id +
  findings.respelled_id
