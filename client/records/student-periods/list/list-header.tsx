import { Link } from '@tanstack/react-router'
import { Upload, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { coverageLabels, type Coverage, type StatusFamily } from '#contract/platform/coverage/choices.ts'
import {
  applicableStatuses,
  countMeanings,
  coveredStatuses,
  familyLabels,
  statusFamilies,
} from '#contract/platform/coverage/status-groups.ts'
import { getSchool, listSchoolPeriods } from '#contract/setup/schools/endpoints.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import { formatNumber, formatPercent } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { Tooltip } from '#client/platform/ui/overlays/tooltip.tsx'
import { inStatuses, type Counts } from './status-counts.tsx'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'

export interface ListPlace {
  schoolId: number
  periodId: number
}

interface ListHeaderProps extends ListPlace {
  total: number | undefined
  /** Whether the actions are at the bottom and the bar above names school and policy year: only the heading is left. */
  isPhone: boolean
  actions: ReactNode
  /** Whether the screen is wide enough for the counts next to the title: the sidebar names school and policy year. */
  isFolded: boolean
  children: ReactNode
}

/** Renders the list's header: school and policy year, count, and actions. */
export const ListHeader = (props: ListHeaderProps) => {
  const { schoolId, periodId, total, isPhone, actions, isFolded, children } = props
  const school = useAsk(getSchool, { params: { id: schoolId } }, { staleTime: 300_000 })
  const periods = useAsk(listSchoolPeriods, { params: { id: schoolId } }, { staleTime: 60_000 })
  const period = periods.data?.find(({ id }) => id === periodId)
  const documentTitle = period ? `Students ${period.name}` : 'Students'
  if (isPhone)
    return (
      <>
        <title>{`${documentTitle} · Shipmate`}</title>
        <h1 className="sr-only">Students</h1>
      </>
    )
  return (
    <PageHeader
      title="Students"
      documentTitle={documentTitle}
      count={total === undefined ? undefined : formatNumber(total)}
      breadcrumb={[
        { key: 'school', link: <Truncate>{school.data?.name ?? ''}</Truncate> },
        { key: 'period', link: <Truncate>{period?.name ?? ''}</Truncate> },
      ]}
      aside={children}
      isCrowded
      isFolded={isFolded}
      actions={actions}
    />
  )
}

/** Renders the buttons to add students; `children` are further actions. */
export const ListActions = ({ schoolId, periodId, children }: ListPlace & { children: ReactNode }) => {
  const openDialog = useDialogHost()
  return (
    <>
      {children}
      <LinkButton
        to="/schools/$school/period/$period/import"
        params={{ school: String(schoolId), period: String(periodId) }}
        icon={Upload}
      >
        Import
      </LinkButton>
      <Button
        variant="primary"
        icon={UserPlus}
        onClick={() => openDialog(AddStudentDialog, { props: { schoolId, periodId } })}
      >
        Add student
      </Button>
    </>
  )
}

const backgrounds: Partial<Record<StatusFamily, string>> = {
  enrolled: 'bg-success-glyph',
  waived: 'bg-info-glyph',
  declined: 'bg-danger-glyph',
  not_started: 'bg-warning-glyph',
}

interface CoverageBarProps extends ListPlace {
  coverage: Coverage
  /** Counts of the whole policy year. */
  counts: Counts
}

/** Renders how many students of the policy year are covered, as a bar by family of statuses that links to them. */
export const CoverageBar = ({ schoolId, periodId, coverage, counts }: CoverageBarProps) => {
  const [covered, all] = [counts.of(coveredStatuses), counts.of(applicableStatuses)]
  if (all === 0) return null
  const parts = statusFamilies
    .filter(({ family }) => family !== 'not_applicable')
    .map(({ family, statuses }) => ({ family, quantity: counts.of(statuses) }))
    .filter(({ quantity }) => quantity > 0)
  const said = parts
    .map(({ family, quantity }) => `${formatNumber(quantity)} ${familyLabels[family]}`)
    .join(', ')
  return (
    <Tooltip
      text={`${coverageLabels[coverage]}, whole policy year: ${said}. ${countMeanings.covered}`}
      side="bottom"
    >
      <Link
        to="/schools/$school/period/$period"
        params={{ school: String(schoolId), period: String(periodId) }}
        search={{ filters: { [statusFieldOf(coverage)]: inStatuses(coveredStatuses) } }}
        className="ml-3 flex items-center gap-2 rounded-control text-ink-2 no-underline hover:text-ink max-xl:hidden"
      >
        <span aria-hidden className="flex h-1.5 w-32 gap-px overflow-hidden rounded-full">
          {parts.map(({ family, quantity }) => (
            <span
              key={family}
              className={backgrounds[family] ?? 'bg-line-control'}
              style={{ flexGrow: quantity }}
            />
          ))}
        </span>
        <span className="tabular text-label whitespace-nowrap">
          {formatNumber(covered)} of {formatNumber(all)} covered ({formatPercent(covered / all)})
        </span>
      </Link>
    </Tooltip>
  )
}

/**
 * Adds a student to a policy year: one the school already has, found by name, or a new one. Opened by
 * `useDialogHost()(AddStudentDialog, { props: { periodId, schoolId } })`; closes with the student-period's ID. Its
 * code loads when it opens.
 */
const AddStudentDialog = lazyDialog(
  async () => (await import('../add-student/add-student-steps.tsx')).AddStudentSteps,
)
