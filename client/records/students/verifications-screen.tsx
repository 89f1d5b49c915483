import { createFileRoute, useLocation } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { useEffect } from 'react'
import { isAdmin } from '#contract/platform/access.ts'
import { coverageLabels, coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { StudentPolicyYear } from '#contract/records/students/shapes.ts'
import type { EligibilityReport } from '#contract/review/verifications/shapes.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { CheckNow, useCheckNow } from '#client/records/eligibility/check-now.tsx'
import { CheckResult } from '#client/records/eligibility/check-result.tsx'
import { isCheckable } from '#client/records/eligibility/checkable.ts'
import { useChecks, type Checks } from '#client/records/eligibility/use-checks.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { ShowMore } from '#client/platform/ui/controls/show-more.tsx'
import { useStudentOverview } from '#client/platform/record/student-overview.tsx'
import { statusReads } from '#client/platform/common/student-reads.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { Menu, MenuGroup, MenuItem } from '#client/platform/ui/overlays/menu.tsx'
import { highlight, searchUntilFound } from '#client/platform/ui/focus/point-out.ts'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { Skeleton } from '#client/platform/ui/states/skeleton.tsx'
import { PageBody } from '#client/platform/ui/text/page-header.tsx'

/** Renders the eligibility checks of the student’s other coverage, newest first. */
const VerificationsScreen = () => {
  const { student } = useStudentOverview()
  // for another student, the list starts empty
  return <Verifications key={student.id} />
}

const Verifications = () => {
  const { student, student_periods: years } = useStudentOverview()
  const mayAct = isAdmin(useUser())
  const checks = useChecks({
    about: { student_id: student.id },
    years: years.map(({ id }) => id),
    refreshes: statusReads,
  })
  useLinkedCheck()
  const checkable = mayAct ? checkableIn(years) : []
  return (
    <PageBody width="lg">
      {checkable.length > 0 && <CheckMenu years={checkable} />}
      <CheckList checks={checks} mayAct={mayAct} />
      <ShowMore list={checks} />
    </PageBody>
  )
}

/** Scrolls to the check in the URL and marks it for a moment. */
const useLinkedCheck = (): void => {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (!/^check-\d+$/.test(hash)) return
    return searchUntilFound(() => {
      const element = document.getElementById(hash)
      if (element) highlight(element)
      return element !== null
    })
  }, [hash])
}

interface CheckableYear {
  readonly year: StudentPolicyYear
  readonly lines: readonly Coverage[]
}

const checkableIn = (years: readonly StudentPolicyYear[]): CheckableYear[] =>
  years
    .map((year) => ({
      year,
      lines: coverages.filter((coverage) => isCheckable(String(year[statusFieldOf(coverage)]))),
    }))
    .filter(({ lines }) => lines.length > 0)

/** Renders a menu of the waived coverage types of each policy year, to check one. */
const CheckMenu = ({ years }: { years: readonly CheckableYear[] }) => {
  const { checkNow, isSending } = useCheckNow()
  return (
    <div className="mb-4 flex justify-end">
      <Menu
        trigger={
          <Button variant="primary" icon={ShieldCheck} busy={isSending}>
            Check now
          </Button>
        }
      >
        {years.map(({ year, lines }) => (
          <MenuGroup key={year.id} label={year.period_name}>
            {lines.map((coverage) => (
              <MenuItem key={coverage} onSelect={() => void checkNow(year.id, coverage)}>
                {coverageLabels[coverage]}
              </MenuItem>
            ))}
          </MenuGroup>
        ))}
      </Menu>
    </div>
  )
}

const CheckList = ({ checks, mayAct }: { checks: Checks; mayAct: boolean }) => {
  const { student_periods: years } = useStudentOverview()
  return (
    <Loaded
      of={checks}
      compact
      what="The eligibility checks"
      who="Only this school’s admins and Shipmate Admins have access to eligibility checks."
      skeleton={<ChecksSkeleton />}
    >
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState compact icon={ShieldCheck} title="No verifications yet">
            Results of eligibility checks on the student’s other coverage appear here.
          </EmptyState>
        ) : (
          <ol aria-label="Eligibility checks" className="mb-6 flex flex-col gap-3">
            {rows.map((check) => {
              const year = years.find(({ id }) => id === check.student_period_id)
              const isLatest = latestOf(rows, check) === check
              return (
                <li key={check.id} id={`check-${check.id}`} className="rounded-card">
                  <CheckResult
                    check={check}
                    title={[coverageLabels[check.coverage_type], year?.period_name]
                      .filter(Boolean)
                      .join(', ')}
                    action={
                      mayAct &&
                      isLatest &&
                      year && (
                        <CheckNow studentPeriod={year.id} coverage={check.coverage_type} latest={check} />
                      )
                    }
                  />
                </li>
              )
            })}
          </ol>
        )
      }
    </Loaded>
  )
}

/** Returns the newest check of the same coverage of the same policy year. */
const latestOf = (rows: readonly EligibilityReport[], check: EligibilityReport) =>
  rows.find(
    (one) => one.student_period_id === check.student_period_id && one.coverage_type === check.coverage_type,
  )

const ChecksSkeleton = () => (
  <div aria-busy="true" className="flex flex-col gap-3">
    <output className="sr-only">Loading eligibility checks</output>
    {['w-48', 'w-56', 'w-40'].map((width) => (
      <div key={width} className="flex flex-col gap-2.5 rounded-card p-4 shadow-line">
        <Skeleton className={cx('h-3.5', width)} />
        <Skeleton className="h-3 w-32" />
        <Skeleton className="h-3 w-4/5 max-w-md" />
        <div className="mt-1.5 grid max-w-2xl grid-cols-4 gap-4">
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
        </div>
      </div>
    ))}
  </div>
)

export const Route = createFileRoute('/_signed-in/_numbered/student/$student/inovalon-verifications')({
  component: VerificationsScreen,
})
