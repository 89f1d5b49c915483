import { capitalized, withinSentence } from '#contract/platform/letter-case.ts'
import { fieldOf } from '#contract/platform/record/known-fields.ts'
import { savedStatusColumns } from '#contract/platform/record/student-period-fields.ts'
import { formatList } from '#client/platform/lib/format.ts'

/** Labels of what isn’t a field of a record and isn’t spelled as it’s named. */
const ownLabels: Readonly<Record<string, string>> = {
  api_token: 'API token',
  slug: 'URL name',
}

/** Returns a field's label: 'university_email' → 'University email'; spells out unknown names: 'waiver_deadline_on'. */
export const fieldLabel = (name: string): string => {
  const label = fieldOf(name)?.label ?? ownLabels[name]
  if (label !== undefined) return label
  return capitalized(name.replace(/_on$/, '').replaceAll('_', ' '))
}

/** `['first_name', 'ssn']` → 'first name and SSN' */
export const fieldsInWords = (names: readonly string[]): string =>
  formatList(names.map((name) => withinSentence(fieldLabel(name))))

/** Internal IDs in the history of a document or note. */
const ownNumbers: ReadonlySet<string> = new Set(['replaces_id', 'student_period_id'])

/**
 * Returns whether a change of a field is worth showing: not internal IDs, nor values saved only for restoring a
 * status.
 */
export const isReadableField = (name: string): boolean =>
  !savedStatusColumns.has(name) && !ownNumbers.has(name)
