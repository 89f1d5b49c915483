import { Link } from '@tanstack/react-router'
import type { Period, PeriodState } from '#contract/setup/periods/shapes.ts'
import { formatCount, formatDay, formatDays, formatNumber } from '#client/platform/lib/format.ts'
import { Badge } from '#client/platform/ui/text/badge.tsx'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { Cell, HeadCell, PlainTable } from '#client/platform/ui/text/plain-table.tsx'
import { PeriodStatePill } from './period-state-pill.tsx'
import { coverageLabels, coverages } from '#contract/platform/coverage/choices.ts'
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
  Trash2,
  Upload,
  Users,
  type LucideIcon,
} from 'lucide-react'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#client/platform/ui/overlays/menu.tsx'
import { EditPeriodDialog } from './edit-period-dialog.tsx'
import { NewPeriodDialog } from './new-period-dialog.tsx'
import { useMovePeriod, useRemovePeriod } from './use-move-period.ts'
import { listSchoolPeriods, orderPeriods } from '#contract/setup/schools/endpoints.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'

interface ListProps {
  periods: readonly Period[]
}

/** Renders the policy years as rows that link to their students. */
export const PeriodsTable = ({ periods }: ListProps) => (
  <PlainTable
    label="Policy years"
    className="max-lg:hidden"
    head={
      <>
        <HeadCell>Policy year</HeadCell>
        <HeadCell>Dates</HeadCell>
        <HeadCell>Status</HeadCell>
        <HeadCell>Waiver deadline</HeadCell>
        <HeadCell>Coverage</HeadCell>
        <HeadCell align="end">Students</HeadCell>
        <HeadCell className="w-12">
          <span className="sr-only">More actions</span>
        </HeadCell>
      </>
    }
  >
    {periods.map((period) => (
      <tr
        key={period.id}
        className="relative transition-colors duration-100 hover:bg-hover has-[a:focus-visible]:bg-hover"
      >
        <Cell>
          <span className="flex items-center gap-2">
            <PeriodLink period={period} />
            {period.is_current && <Badge tone="success">Current</Badge>}
          </span>
        </Cell>
        <Cell className="tabular text-ink-2">{formatDays(period.starts_on, period.ends_on)}</Cell>
        <Cell>
          <PeriodStatePill state={period.state} />
        </Cell>
        <Cell className={cx('tabular', period.waiver_deadline_on ? 'text-ink-2' : 'text-ink-3')}>
          {period.waiver_deadline_on ? formatDay(period.waiver_deadline_on) : 'Not set'}
        </Cell>
        <Cell className="text-ink-2">{linesText(period)}</Cell>
        <Cell align="end" className={cx(period.students === 0 && 'text-ink-3')}>
          {formatNumber(period.students)}
        </Cell>
        <Cell align="end">
          <PeriodMenu period={period} periods={periods} />
        </Cell>
      </tr>
    ))}
  </PlainTable>
)

/** Renders the policy years as cards, on a phone and a tablet. */
export const PeriodCards = ({ periods }: ListProps) => (
  <ul aria-label="Policy years" className="flex flex-col lg:hidden">
    {periods.map((period) => (
      <li
        key={period.id}
        className="relative flex items-start gap-3 border-b border-line px-4 py-3 active:bg-hover"
      >
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2">
            <PeriodLink period={period} />
            {period.is_current && <Badge tone="success">Current</Badge>}
            <PeriodStatePill state={period.state} />
          </p>
          <p className="tabular mt-0.5 text-ink-2">{formatDays(period.starts_on, period.ends_on)}</p>
          <p className="tabular text-label text-ink-2">
            {formatCount(period.students, 'student')} · {linesText(period)}
            {period.waiver_deadline_on && ` · Waiver deadline ${formatDay(period.waiver_deadline_on)}`}
          </p>
        </div>
        <PeriodMenu period={period} periods={periods} />
      </li>
    ))}
  </ul>
)

const PeriodLink = ({ period }: { period: Period }) => (
  <Link
    to="/schools/$school/period/$period"
    params={{ school: String(period.school_id), period: String(period.id) }}
    className="min-w-0 font-medium text-ink no-underline after:absolute after:inset-0"
  >
    <Truncate className="block">{period.name}</Truncate>
  </Link>
)

/** Returns the coverage types, with voluntary ones marked: 'Medical, dental (voluntary)'. */
const linesText = (period: Period): string => {
  const offered = coverages.filter((coverage) => period[`${coverage}_offered`])
  if (offered.length === 0) return 'None'
  const words = offered.map((coverage, index) => {
    const label = index === 0 ? coverageLabels[coverage] : coverageLabels[coverage].toLowerCase()
    return coverage === 'medical' && period.medical_is_voluntary ? `${label} (voluntary)` : label
  })
  return words.join(', ')
}

interface Move {
  readonly state: PeriodState
  readonly label: string
  readonly icon: LucideIcon
}

const open: Move = { state: 'open', label: 'Open', icon: CircleCheck }

/** The state changes possible from each state. */
const moves: Record<PeriodState, readonly Move[]> = {
  draft: [open],
  open: [
    { state: 'closed', label: 'Close…', icon: Lock },
    { state: 'draft', label: 'Return to draft…', icon: CircleDashed },
  ],
  closed: [{ ...open, label: 'Reopen…' }],
}

/** Renders the menu of a policy year; `periods` are all of its school. */
const PeriodMenu = ({ period, periods }: { period: Period; periods: readonly Period[] }) => {
  const openDialog = useDialogHost()
  const move = useMovePeriod()
  const remove = useRemovePeriod()
  const order = useOrderPeriods(period.school_id, periods)
  const place = periods.findIndex(({ id }) => id === period.id)
  const params = { school: String(period.school_id), period: String(period.id) }
  const copy = () =>
    openDialog(NewPeriodDialog, { props: { schoolId: period.school_id, periods, source: period } })
  return (
    <Menu
      trigger={
        <IconButton icon={Ellipsis} label={`More actions for ${period.name}`} className="relative z-1" />
      }
    >
      <MenuItem icon={Pencil} onSelect={() => openDialog(EditPeriodDialog, { props: { period } })}>
        Edit
      </MenuItem>
      {moves[period.state].map(({ state, label, icon }) => (
        <MenuItem key={state} icon={icon} onSelect={() => void move(period, state)}>
          {label}
        </MenuItem>
      ))}
      <MenuItem icon={CalendarPlus} onSelect={copy}>
        Copy to a new policy year…
      </MenuItem>
      <OrderItems place={place} count={periods.length} onMove={(to) => void order(place, to)} />
      <MenuSeparator />
      <MenuItem
        icon={ClipboardCheck}
        render={<Link to="/schools/$school/period/$period/set-up" params={params} />}
      >
        Setup
      </MenuItem>
      <MenuItem icon={Users} render={<Link to="/schools/$school/period/$period" params={params} />}>
        Students
      </MenuItem>
      <MenuItem icon={Upload} render={<Link to="/schools/$school/period/$period/import" params={params} />}>
        Import students
      </MenuItem>
      {period.state === 'draft' && period.students === 0 && (
        <MenuItem icon={Trash2} danger onSelect={() => void remove(period)}>
          Delete draft
        </MenuItem>
      )}
    </Menu>
  )
}

interface OrderItemsProps {
  /** The position, from 0. */
  place: number
  count: number
  onMove: (to: number) => void
}

const OrderItems = ({ place, count, onMove }: OrderItemsProps) => (
  <>
    {place > 0 && (
      <MenuItem icon={ArrowUp} onSelect={() => onMove(place - 1)}>
        Move up
      </MenuItem>
    )}
    {place < count - 1 && (
      <MenuItem icon={ArrowDown} onSelect={() => onMove(place + 1)}>
        Move down
      </MenuItem>
    )}
  </>
)

/** Moves a policy year of a school from one position in the list to another, from 0. */
const useOrderPeriods = (schoolId: number, periods: readonly Period[]) => {
  const toast = useToast()
  const { send } = useSend(orderPeriods, { refreshes: [listSchoolPeriods] })
  return async (from: number, to: number): Promise<void> => {
    const before = periods.map(({ id }) => id)
    const after = before.toSpliced(from, 1).toSpliced(to, 0, ...before.slice(from, from + 1))
    const params = { id: schoolId }
    const sent = await send({ params, body: { ids: after } }).catch(() => null)
    if (!sent) return
    toast.show({
      tone: 'success',
      title: 'Order changed',
      action: {
        label: 'Undo',
        onAction: () => void send({ params, body: { ids: before } }).catch(() => null),
      },
    })
  }
}
