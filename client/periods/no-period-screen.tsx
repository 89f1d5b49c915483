import { createFileRoute, Navigate } from '@tanstack/react-router'
import { CalendarRange, Plus } from 'lucide-react'
import { isAdmin } from '#contract/access.ts'
import { getSchool } from '#contract/schools/endpoints.ts'
import type { School } from '#contract/schools/shapes.ts'
import { useUser } from '#client/common/current-user.tsx'
import { FailedState } from '#client/common/failed-state.tsx'
import { useAsk } from '#client/lib/query.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { useDialogHost } from '#client/ui/overlays/dialog-host.tsx'
import { EmptyState } from '#client/ui/states/empty-state.tsx'
import { PageHeader } from '#client/ui/text/page-header.tsx'
import { SkeletonRows } from '#client/ui/states/skeleton.tsx'
import { NewPeriodDialog } from './new-period-dialog.tsx'

/** Leads to the current policy year of a school; where there is none, it says so, and who can create one. */
const Screen = () => {
  const { school } = Route.useParams()
  const { data, error, refetch } = useAsk(getSchool, { params: { id: Number(school) } })
  if (data && data.latest_period_id !== null)
    return (
      <Navigate
        to="/schools/$school/period/$period"
        params={{ school, period: String(data.latest_period_id) }}
        replace
      />
    )
  return (
    <>
      <PageHeader title={data?.name ?? 'Policy year'} />
      {data ? (
        <NoPeriod school={data} />
      ) : error ? (
        <FailedState
          error={error}
          what="The school"
          who="Only this school’s own admins and Shipmate Admins see it."
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows label="Loading the policy year" />
      )}
    </>
  )
}

const NoPeriod = ({ school }: { school: School }) => {
  const user = useUser()
  const openDialog = useDialogHost()
  if (!isAdmin(user))
    return (
      <EmptyState icon={CalendarRange} title="No policy year yet">
        The students of {school.name} will stand here. A Shipmate Admin sets up its first policy year; ask
        them to.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={CalendarRange}
      title="No policy year yet"
      actions={
        <Button
          variant="primary"
          icon={Plus}
          onClick={() => openDialog(NewPeriodDialog, { props: { schoolId: school.id, periods: [] } })}
        >
          New policy year
        </Button>
      }
    >
      {school.name} needs one before its students can be brought in.
    </EmptyState>
  )
}

export const Route = createFileRoute('/_signed-in/_own-school/schools/$school/period')({ component: Screen })
