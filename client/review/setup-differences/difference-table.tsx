import { coverageLabels } from '#contract/platform/coverage/choices.ts'
import { apartLabels, differenceLabels } from '#contract/review/setup-differences/choices.ts'
import type { DifferenceGroup } from '#contract/review/setup-differences/shapes.ts'
import { CoveragePill } from '#client/platform/coverage/coverage-pill.tsx'
import { formatMoney } from '#client/platform/lib/format.ts'
import { CheckboxBox } from '#client/platform/ui/controls/checkbox.tsx'
import { CardTable, Cell, HeadCell } from '#client/platform/ui/text/plain-table.tsx'
import type { ShownGroup } from '#client/review/default-enrollments/group-sheet.tsx'
import { ShowStudents } from '#client/review/default-enrollments/show-students.tsx'

interface DifferenceTableProps {
  title: string
  why?: string
  groups: readonly DifferenceGroup[]
  chosen: ReadonlySet<string>
  onToggle: (key: string) => void
  onShow: (group: ShownGroup) => void
}

/** Renders groups of records with what applying the setup changes, and a checkbox for each. */
export const DifferenceTable = ({ title, why, groups, chosen, onToggle, onShow }: DifferenceTableProps) => (
  <section aria-label={title} className="flex flex-col gap-3">
    <h2 className="text-section font-semibold">{title}</h2>
    {why && <p className="text-ink-2">{why}</p>}
    <CardTable
      label={title}
      head={
        <>
          <HeadCell>
            <span className="sr-only">Change</span>
          </HeadCell>
          <HeadCell>Difference</HeadCell>
          <HeadCell className="max-lg:hidden">Coverage</HeadCell>
          <HeadCell className="max-lg:hidden">Change</HeadCell>
          <HeadCell align="end">Students</HeadCell>
        </>
      }
    >
      {groups.map((group) => (
        <tr key={group.key}>
          <Cell className="w-8">
            <CheckboxBox
              aria-label={nameOf(group)}
              checked={chosen.has(group.key)}
              onChange={() => onToggle(group.key)}
            />
          </Cell>
          <Cell className="py-1.5">
            {differenceLabels[group.kind]}
            <span className="text-ink-2 lg:hidden">{`, ${coverageOf(group)}`}</span>
            {group.apart !== null && (
              <span className="block text-label text-ink-2">{apartLabels[group.apart]}</span>
            )}
            <span className="mt-1 block lg:hidden">
              <WhatChanges group={group} />
            </span>
          </Cell>
          <Cell className="max-lg:hidden">{coverageOf(group)}</Cell>
          <Cell className="py-1.5 max-lg:hidden">
            <WhatChanges group={group} />
          </Cell>
          <Cell align="end">
            <ShowStudents group={group} title={differenceLabels[group.kind]} onShow={onShow} />
          </Cell>
        </tr>
      ))}
    </CardTable>
  </section>
)

const coverageOf = ({ coverage_type: coverage }: DifferenceGroup): string =>
  coverage === null ? 'All coverage' : coverageLabels[coverage]

/** Returns 'Medical: An exemption applies'. */
const nameOf = ({ kind, coverage_type: coverage }: DifferenceGroup): string =>
  `${coverage === null ? '' : `${coverageLabels[coverage]}: `}${differenceLabels[kind]}`

const WhatChanges = ({ group: { from_status: from, to_status: to, amount } }: { group: DifferenceGroup }) => {
  if (from !== null && to !== null)
    return (
      <>
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <CoveragePill status={from} short />
          <span aria-label="becomes">→</span>
          <CoveragePill status={to} short />
        </span>
        {amount !== null && <span className="block text-label text-ink-2">{amountText(amount)}</span>}
      </>
    )
  const text = amount === null ? 'As in the plan' : amountText(amount)
  if (from === null) return text
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <CoveragePill status={from} short />
      {text}
    </span>
  )
}

const amountText = (amount: string): string => {
  if (amount === '0.00') return 'Same premium'
  const isLess = amount.startsWith('-')
  return `${isLess ? '−' : '+'}${formatMoney(amount.replace('-', ''))} in total`
}
