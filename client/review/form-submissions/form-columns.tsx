import { recommendationLabels, recommendations } from '#contract/review/decisions/shapes.ts'
import { eligibilityStatuses, eligibilityStatusLabels } from '#contract/review/verifications/choices.ts'
import {
  decisionStateLabels,
  decisionStates,
  formTypeLabels,
  formTypes,
  progresses,
  progressLabels,
} from '#contract/review/form-submissions/choices.ts'
import {
  formSubmissionColumns,
  type FormSubmissionColumn,
  type FormSubmissionRow,
} from '#contract/review/form-submissions/review-shapes.ts'
import { formatAgo, formatInstant, formatNumber } from '#client/platform/lib/format.ts'
import type { ColumnLayout } from '#client/platform/ui/data-table/layout.ts'
import type { FilterColumn, TableColumn } from '#client/platform/ui/data-table/types.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { ClaimCell, DecisionCell, DueCell, NameCell, none, RecommendationCell } from './form-cells.tsx'
import { coverageText, dueText, nameOf } from './form-text.ts'
import type { LinkTo } from './review-link.ts'

type Column = TableColumn<FormSubmissionRow>

const columnOf = (id: FormSubmissionColumn, column: Omit<Column, 'id' | 'label'>): Column => ({
  id,
  label: formSubmissionColumns[id].label,
  ...column,
})

/** Returns a column of plain text; a dash for none. */
const plain = (
  id: FormSubmissionColumn,
  width: number,
  text: (row: FormSubmissionRow) => string,
  className = 'text-ink-2',
): Column =>
  columnOf(id, {
    width,
    cell: (row) => (text(row) === '' ? none : <Truncate className={className}>{text(row)}</Truncate>),
    text,
  })

const urgencyColumns: readonly Column[] = [
  columnOf('deadline_on', {
    width: 184,
    cell: (row) => <DueCell row={row} />,
    text: dueText,
  }),
  columnOf('recommendation', {
    width: 160,
    cell: (row) => <RecommendationCell row={row} />,
    text: ({ recommendation }) => (recommendation === null ? '' : recommendationLabels[recommendation]),
  }),
  columnOf('risk', {
    width: 80,
    align: 'end',
    cell: ({ risk }) => <span className="tabular text-ink-2">{formatNumber(risk)}</span>,
    text: ({ risk }) => String(risk),
  }),
]

const progressColumns: readonly Column[] = [
  columnOf('submitted_at', {
    width: 130,
    cell: ({ submitted_at }) => <Ago at={submitted_at} className="text-ink-2" />,
    text: ({ submitted_at }) => formatInstant(submitted_at),
  }),
  columnOf('decision', {
    width: 130,
    cell: (row) => <DecisionCell row={row} />,
    text: ({ decision }) => decisionStateLabels[decision],
  }),
  plain('eligibility', 140, ({ eligibility }) =>
    eligibility === null ? '' : eligibilityStatusLabels[eligibility],
  ),
  plain('progress', 110, ({ progress }) => progressLabels[progress]),
  plain('seen_at', 130, ({ seen_at }) => (seen_at === null ? '' : formatAgo(seen_at))),
  plain(
    'confirmation_number',
    150,
    ({ confirmation_number }) => confirmation_number ?? '',
    'tabular text-ink-2',
  ),
]

/** Returns the columns of the list. `me` is the signed-in user. */
export const formColumns = (linkTo: LinkTo, me: number): readonly Column[] => [
  columnOf('student_name', {
    width: 250,
    cell: (row) => <NameCell row={row} linkTo={linkTo} />,
    text: nameOf,
  }),
  plain('sid', 110, ({ sid }) => sid ?? '', 'tabular text-ink-2'),
  plain('form_type', 110, ({ form_type }) => formTypeLabels[form_type]),
  plain('coverage_types', 176, coverageText),
  ...urgencyColumns,
  columnOf('claimed_by', {
    width: 150,
    cell: (row) => <ClaimCell row={row} me={me} />,
    text: ({ claimed_by }) => claimed_by?.name ?? '',
  }),
  ...progressColumns,
]

/** The default layout. */
export const usualLayout: ColumnLayout = {
  shown: [
    'student_name',
    'sid',
    'form_type',
    'coverage_types',
    'deadline_on',
    'recommendation',
    'risk',
    'claimed_by',
    'submitted_at',
    'decision',
    'eligibility',
    'progress',
    'seen_at',
    'confirmation_number',
  ] satisfies FormSubmissionColumn[],
  widths: {},
  pins: { student_name: 'start' },
  density: 'regular',
}

const wordsFrom =
  <V extends string>(values: readonly V[], labels: Readonly<Record<V, string>>) =>
  (value: string): string => {
    const known = values.find((one) => one === value)
    return known === undefined ? value : labels[known]
  }

const choiceWords: Partial<Record<FormSubmissionColumn, (value: string) => string>> = {
  form_type: wordsFrom(formTypes, formTypeLabels),
  progress: wordsFrom(progresses, progressLabels),
  decision: wordsFrom(decisionStates, decisionStateLabels),
  recommendation: wordsFrom(recommendations, recommendationLabels),
  eligibility: wordsFrom(eligibilityStatuses, eligibilityStatusLabels),
}

const isFilter = (id: string): id is FormSubmissionColumn =>
  Object.hasOwn(formSubmissionColumns, id) && id !== 'id' && id !== 'student_id'

/** Everything the list can be filtered by, except numbers that mean nothing to people. */
export const filterColumns: readonly FilterColumn[] = Object.keys(formSubmissionColumns)
  .filter(isFilter)
  .map((id) => {
    const choiceText = choiceWords[id]
    return { ...formSubmissionColumns[id], id, ...(choiceText ? { choiceText } : {}) }
  })
