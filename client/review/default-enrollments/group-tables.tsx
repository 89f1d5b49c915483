import { coverageLabels } from '#contract/platform/coverage/choices.ts'
import { leftOutLabels } from '#contract/review/default-enrollments/choices.ts'
import type {
  DefaultEnrollment,
  DueGroup,
  LeftOutGroup,
} from '#contract/review/default-enrollments/shapes.ts'
import { CoveragePill } from '#client/platform/coverage/coverage-pill.tsx'
import { formatCount, formatDay, formatMoney, formatNumber } from '#client/platform/lib/format.ts'
import { CardTable, Cell, HeadCell } from '#client/platform/ui/text/plain-table.tsx'
import type { ShownGroup } from './group-sheet.tsx'
import { ShowStudents } from './show-students.tsx'

interface TableProps<G> {
  groups: readonly G[]
  /** Shows the students of a group. */
  onShow: (group: ShownGroup) => void
}

/** Renders who would be enrolled, in what and at which premium. */
export const DueTable = ({ groups, onShow }: TableProps<DueGroup>) => (
  <CardTable
    label="Students to auto-enroll"
    head={
      <>
        <HeadCell>Coverage</HeadCell>
        <HeadCell className="max-lg:hidden">Status now</HeadCell>
        <HeadCell className="max-lg:hidden">Deadline</HeadCell>
        <HeadCell className="max-lg:hidden">Coverage start</HeadCell>
        <HeadCell align="end" className="max-lg:hidden">
          Premium each
        </HeadCell>
        <HeadCell align="end">Students</HeadCell>
        <HeadCell align="end">Premiums</HeadCell>
      </>
    }
  >
    {groups.map((group) => (
      <tr key={group.key}>
        <Cell className="py-1.5">
          {coverageLabels[group.coverage_type]}
          <span className="block text-label text-ink-3 max-lg:hidden">
            {group.plan_name ?? 'The plan has no name'}
          </span>
          <StatusBelow group={group} />
        </Cell>
        <Cell className="max-lg:hidden">
          <CoveragePill status={group.status} short />
        </Cell>
        <Cell className="max-lg:hidden">{group.cohort ?? 'Policy year'}</Cell>
        <Cell className="tabular max-lg:hidden">{formatDay(group.starts_on)}</Cell>
        <Cell align="end" className="max-lg:hidden">
          {group.premium === null ? 'Not set' : formatMoney(group.premium)}
        </Cell>
        <Cell align="end">
          <ShowStudents group={group} title={dueTitle(group)} onShow={onShow} />
        </Cell>
        <Cell align="end">{formatMoney(group.total)}</Cell>
      </tr>
    ))}
  </CardTable>
)

/** Renders, where columns have no room, the status and whose deadline it is. */
const StatusBelow = ({ group: { status, cohort } }: { group: Pick<DueGroup, 'status' | 'cohort'> }) => (
  <span className="mt-1 flex flex-wrap items-center gap-x-2 text-label text-ink-2 lg:hidden">
    <CoveragePill status={status} short />
    {cohort ?? 'Policy year'}
  </span>
)

const dueTitle = ({ coverage_type: coverage, cohort }: DueGroup): string =>
  `Auto-enrolled in ${coverageLabels[coverage].toLowerCase()}${cohort === null ? '' : `, ${cohort}`}`

/** Renders who isn’t enrolled, and why. */
export const LeftOutTable = ({ groups, onShow }: TableProps<LeftOutGroup>) => (
  <CardTable
    label="Students who aren’t auto-enrolled"
    head={
      <>
        <HeadCell>Coverage</HeadCell>
        <HeadCell>Reason</HeadCell>
        <HeadCell className="max-lg:hidden">Status now</HeadCell>
        <HeadCell className="max-lg:hidden">Deadline</HeadCell>
        <HeadCell align="end">Students</HeadCell>
      </>
    }
  >
    {groups.map((group) => (
      <tr key={group.key}>
        <Cell className="py-1.5 max-lg:align-top">{coverageLabels[group.coverage_type]}</Cell>
        <Cell className="py-1.5">
          {leftOutLabels[group.reason]}
          {group.due_on !== null && (
            <span className="block text-label text-ink-2">Due on {formatDay(group.due_on)}</span>
          )}
          <StatusBelow group={group} />
        </Cell>
        <Cell className="max-lg:hidden">
          <CoveragePill status={group.status} short />
        </Cell>
        <Cell className="max-lg:hidden">{group.cohort ?? 'Policy year'}</Cell>
        <Cell align="end">
          <ShowStudents group={group} title={leftOutLabels[group.reason]} onShow={onShow} />
        </Cell>
      </tr>
    ))}
  </CardTable>
)

/** Renders what the earlier policy year had, to compare. */
export const LastYear = ({ of }: { of: NonNullable<DefaultEnrollment['last_year']> }) => {
  const { period, coverages, auto_enrolled: auto } = of
  if (coverages.length === 0) return null
  const enrolled = coverages.map(
    ({ coverage_type: coverage, enrolled: students, premiums }) =>
      `${formatNumber(students)} in ${coverageLabels[coverage].toLowerCase()} (${formatMoney(premiums)})`,
  )
  return (
    <p className="text-label text-ink-2">
      {`${period.name}: enrolled ${enrolled.join(', ')}. ${auto === 0 ? 'No one was auto-enrolled in Shipmate.' : `${formatCount(auto, 'student was', 'students were')} auto-enrolled.`}`}
    </p>
  )
}
