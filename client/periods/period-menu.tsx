import { Link } from '@tanstack/react-router'
import {
  ArrowDown,
  ArrowUp,
  CalendarPlus,
  CircleCheck,
  CircleDashed,
  ClipboardCheck,
  Ellipsis,
  Lock,
  Pencil,
  Upload,
  Users,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { Period, PeriodState } from '#contract/periods/shapes.ts'
import { useDialogHost } from '#client/ui/dialog-host.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import { EditPeriodDialog } from './edit-period-dialog.tsx'
import { NewPeriodDialog } from './new-period-dialog.tsx'
import { useMovePeriod } from './use-move-period.ts'
import { useOrderPeriods } from './use-order-periods.ts'

interface Move {
  readonly state: PeriodState
  readonly label: string
  readonly icon: LucideIcon
}

const open: Move = { state: 'open', label: 'Open', icon: CircleCheck }

/** Where a policy year may go from each state. */
const moves: Record<PeriodState, readonly Move[]> = {
  draft: [open],
  open: [
    { state: 'closed', label: 'Close', icon: Lock },
    { state: 'draft', label: 'Back to draft', icon: CircleDashed },
  ],
  closed: [{ ...open, label: 'Open again' }],
}

/** What may be done with a policy year; `periods` are all of its school. */
export const PeriodMenu = ({ period, periods }: { period: Period; periods: readonly Period[] }) => {
  const openDialog = useDialogHost()
  const move = useMovePeriod()
  const order = useOrderPeriods(period.school_id, periods)
  const place = periods.findIndex(({ id }) => id === period.id)
  const params = { school: String(period.school_id), period: String(period.id) }
  const copy = () =>
    openDialog(NewPeriodDialog, { props: { schoolId: period.school_id, periods, source: period } })
  return (
    <Menu trigger={<IconButton icon={Ellipsis} label={`More for ${period.name}`} className="relative z-1" />}>
      <MenuItem
        icon={Pencil}
        onSelect={() => openDialog(EditPeriodDialog, { props: { periodId: period.id, name: period.name } })}
      >
        Edit
      </MenuItem>
      {moves[period.state].map(({ state, label, icon }) => (
        <MenuItem key={state} icon={icon} onSelect={() => void move(period, state)}>
          {label}
        </MenuItem>
      ))}
      <MenuItem icon={CalendarPlus} onSelect={copy}>
        Copy to a new year…
      </MenuItem>
      {place > 0 && (
        <MenuItem icon={ArrowUp} onSelect={() => void order(place, place - 1)}>
          Move up
        </MenuItem>
      )}
      {place < periods.length - 1 && (
        <MenuItem icon={ArrowDown} onSelect={() => void order(place, place + 1)}>
          Move down
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem
        icon={ClipboardCheck}
        render={<Link to="/schools/$school/period/$period/set-up" params={params} />}
      >
        Set-up
      </MenuItem>
      <MenuItem icon={Users} render={<Link to="/schools/$school/period/$period" params={params} />}>
        Students
      </MenuItem>
      <MenuItem icon={Upload} render={<Link to="/schools/$school/period/$period/import" params={params} />}>
        Import students
      </MenuItem>
    </Menu>
  )
}
