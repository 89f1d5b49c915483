import { createFileRoute } from '@tanstack/react-router'
import { CalendarRange, Plus } from 'lucide-react'
import type { Period } from '#contract/setup/periods/shapes.ts'
import { listSchoolPeriods } from '#contract/setup/schools/endpoints.ts'
import { SchoolSettings } from '#client/setup/schools/school-settings.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { formatNumber } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { NewPeriodDialog } from './new-period-dialog.tsx'
import { PeriodCards, PeriodsTable } from './periods-table.tsx'

const Screen = () => {
  const schoolId = Number(Route.useParams().id)
  const openDialog = useDialogHost()
  const years = useAsk(listSchoolPeriods, { params: { id: schoolId } })
  const add = (known: readonly Period[]) =>
    openDialog(NewPeriodDialog, { props: { schoolId, periods: known } })
  return (
    <SchoolSettings
      schoolId={schoolId}
      title="Policy years"
      {...(years.data ? { count: formatNumber(years.data.length) } : {})}
      actions={
        years.data && (
          <Button variant="primary" icon={Plus} onClick={() => add(years.data)}>
            New policy year
          </Button>
        )
      }
    >
      <Loaded
        of={years}
        what="The policy years"
        who="Only Shipmate Admins can set up policy years."
        rows={4}
        label="Loading policy years"
      >
        {(periods) => <Years periods={periods} onAdd={() => add(periods)} />}
      </Loaded>
    </SchoolSettings>
  )
}

const Years = ({ periods, onAdd }: { periods: readonly Period[]; onAdd: () => void }) =>
  periods.length === 0 ? (
    <EmptyState
      icon={CalendarRange}
      title="No policy years yet"
      actions={
        <Button variant="primary" icon={Plus} onClick={onAdd}>
          New policy year
        </Button>
      }
    >
      A policy year has the students, plans and deadlines for one year of coverage.
    </EmptyState>
  ) : (
    <>
      <PeriodsTable periods={periods} />
      <PeriodCards periods={periods} />
    </>
  )

export const Route = createFileRoute('/_signed-in/_admin/schools/$id/settings/periods')({ component: Screen })
