import { coverageLabels, coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import {
  academicStatuses,
  academicStatusLabels,
  type AcademicStatus,
} from '#contract/platform/record/student-period-choices.ts'
import { getStudentPeriod, listStatusMoves } from '#contract/records/student-periods/endpoints.ts'
import type { StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import {
  MenuGroup,
  MenuItem,
  MenuRadioGroup,
  Submenu,
  useLateItems,
} from '#client/platform/ui/overlays/menu.tsx'
import { StatusMoves } from './status-menu.tsx'
import { useIsReloading, useStatusMove, useWriteAcademicStatus } from './use-status-move.ts'

interface StatusChangesProps {
  /** The student-period. */
  id: number
  /** The status to change; all of them by default. */
  of?: Coverage | 'academic_status'
}

/** Renders what the statuses of a student-period can be changed to, as items of a menu. */
export const StatusChanges = ({ id, of }: StatusChangesProps) => {
  const { data, error } = useAsk(getStudentPeriod, { params: { id } })
  const moves = useAsk(listStatusMoves, { params: { id } })
  const isReloading = useIsReloading(id)
  // the first item has the focus: all of them appear at once
  if (isReloading || !data || (!moves.data && !moves.error))
    return (
      <MenuItem disabled>
        {error && !isReloading ? 'Couldn’t load status changes' : 'Loading status changes…'}
      </MenuItem>
    )
  if (of === 'academic_status') return <AcademicStatuses record={data} />
  return of ? <Moves record={data} coverage={of} /> : <AllChanges record={data} />
}

const AllChanges = ({ record }: { record: StudentPeriod }) => (
  <>
    {coverages.map((coverage) => (
      <MenuGroup key={coverage} label={coverageLabels[coverage]}>
        <Moves record={record} coverage={coverage} />
      </MenuGroup>
    ))}
    <Submenu label="Academic status">
      <AcademicStatuses record={record} />
    </Submenu>
  </>
)

const Moves = ({ record, coverage }: { record: StudentPeriod; coverage: Coverage }) => {
  const { move } = useStatusMove(record)
  return <StatusMoves record={record} coverage={coverage} onMove={(target) => void move(target)} />
}

const choices = academicStatuses.map((value: AcademicStatus) => ({
  value,
  label: academicStatusLabels[value],
}))

const AcademicStatuses = ({ record }: { record: StudentPeriod }) => {
  const write = useWriteAcademicStatus()
  useLateItems(true)
  return (
    <MenuRadioGroup<AcademicStatus>
      value={academicStatuses.find((one) => one === record.academic_status) ?? null}
      options={choices}
      onChange={(to) => void write(record, to)}
    />
  )
}
