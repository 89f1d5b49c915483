import { CalendarPlus, Copy } from 'lucide-react'
import type { Period } from '#contract/setup/periods/shapes.ts'
import { listSchoolPeriods } from '#contract/setup/schools/endpoints.ts'
import { createStudentPeriod } from '#contract/records/student-periods/endpoints.ts'
import type { StudentPolicyYear } from '#contract/records/students/shapes.ts'
import { useStudentOverview } from '#client/platform/record/student-overview.tsx'
import { enrollmentReads } from '#client/platform/common/student-reads.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { useAsk, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { Menu, MenuGroup, MenuItem } from '#client/platform/ui/overlays/menu.tsx'
import { CopyYearDialog } from './copy-year-dialog.tsx'

/** Renders the policy years that the student isn't in: to add empty at once, or as a copy after a preview. */
export const AddYear = () => {
  const { student, school, student_periods: years } = useStudentOverview()
  const periods = useAsk(listSchoolPeriods, { params: { id: school.id } }, { staleTime: 60_000 })
  const offerUndo = useUndo(enrollmentReads)
  const { send, isSending } = useSend(createStudentPeriod, { refreshes: enrollmentReads })
  const present = new Set(years.map(({ period_id }) => period_id))
  const open = (periods.data ?? []).filter(({ id }) => !present.has(id))
  const add = async (period: Period): Promise<void> => {
    const { changeId } = await send({ body: { student_id: student.id, period_id: period.id } })
    offerUndo({ changeId, title: `Added to ${period.name}` })
  }
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="primary" icon={CalendarPlus} busy={isSending}>
          Add to a policy year
        </Button>
      }
    >
      {open.map((period) => (
        // the query cache reports a failure
        <MenuItem
          key={period.id}
          icon={CalendarPlus}
          onSelect={() => void add(period).catch(() => undefined)}
        >
          {period.name}
        </MenuItem>
      ))}
      <CopyItems studentId={student.id} open={open} years={years} />
      {open.length === 0 && (
        <MenuItem disabled>
          {periods.data ? 'Already in every policy year' : 'Loading policy years…'}
        </MenuItem>
      )}
    </Menu>
  )
}

/** Returns the year to copy from: the last one before it, otherwise the latest. `years` has the latest first. */
export const sourceFor = (
  period: Pick<Period, 'starts_on'>,
  years: readonly StudentPolicyYear[],
): StudentPolicyYear | undefined => years.find(({ starts_on }) => starts_on < period.starts_on) ?? years[0]

interface CopyItemsProps {
  studentId: number
  open: readonly Period[]
  years: readonly StudentPolicyYear[]
}

const CopyItems = ({ studentId, open, years }: CopyItemsProps) => {
  const openDialog = useDialogHost()
  if (open.length === 0 || years.length === 0) return null
  return (
    <MenuGroup label="Copy from another year">
      {open.map((period) => {
        const from = sourceFor(period, years)
        return (
          from && (
            <MenuItem
              key={period.id}
              icon={Copy}
              onSelect={() => openDialog(CopyYearDialog, { props: { studentId, from, period } })}
            >
              {period.name}, copied from {from.period_name}…
            </MenuItem>
          )
        )
      })}
    </MenuGroup>
  )
}
