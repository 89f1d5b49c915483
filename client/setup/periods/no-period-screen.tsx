import { createFileRoute, Navigate } from '@tanstack/react-router'
import { CalendarRange, Plus } from 'lucide-react'
import { isAdmin } from '#contract/platform/access.ts'
import { getSchool } from '#contract/setup/schools/endpoints.ts'
import type { School } from '#contract/setup/schools/shapes.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { useAsk } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { NewPeriodDialog } from './new-period-dialog.tsx'

/** Opens the current policy year of a school; if there is none, says so and who can create one. */
const Screen = () => {
  const { school } = Route.useParams()
  const itsSchool = useAsk(getSchool, { params: { id: Number(school) } })
  if (itsSchool.data && itsSchool.data.latest_period_id !== null)
    return (
      <Navigate
        to="/schools/$school/period/$period"
        params={{ school, period: String(itsSchool.data.latest_period_id) }}
        replace
      />
    )
  return (
    <>
      <PageHeader title={itsSchool.data?.name ?? 'Policy year'} />
      <Loaded
        of={itsSchool}
        what="The school"
        who="Only this school’s admins and Shipmate Admins have access."
        label="Loading policy year"
      >
        {(data) => <NoPeriod school={data} />}
      </Loaded>
    </>
  )
}

const NoPeriod = ({ school }: { school: School }) => {
  const user = useUser()
  const openDialog = useDialogHost()
  if (!isAdmin(user))
    return (
      <EmptyState icon={CalendarRange} title="No policy years yet">
        {school.name}’s students appear here after a Shipmate Admin sets up the first policy year.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={CalendarRange}
      title="No policy years yet"
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
      Create one before you import {school.name}’s students.
    </EmptyState>
  )
}

export const Route = createFileRoute('/_signed-in/_own-school/schools/$school/period')({ component: Screen })
