import { ArrowRight, ChevronDown, Mail, PencilLine } from 'lucide-react'
import { isAdmin } from '#contract/access.ts'
import { coverageLabels, type Coverage } from '#contract/coverage/choices.ts'
import type { Replied } from '#contract/endpoint.ts'
import { listStatusMoves } from '#contract/student-periods/endpoints.ts'
import type { StudentPeriod } from '#contract/student-periods/shapes.ts'
import { CoveragePill } from './coverage-pill.tsx'
import { useUser } from './current-user.tsx'
import { useAsk } from '#client/lib/query.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { useDialogHost } from '#client/ui/overlays/dialog-host.tsx'
import { Menu, MenuItem, MenuSeparator } from '#client/ui/overlays/menu.tsx'
import { moveWords } from './move-words.ts'
import { OverrideDialog } from './override-dialog.tsx'
import type { StatusTarget } from './use-status-move.ts'

interface StatusMenuProps {
  record: StudentPeriod
  coverage: Coverage
  isBusy: boolean
  onMove: (target: StatusTarget) => void
}

/** The moves of one line under a button. */
export const StatusMenu = ({ record, coverage, isBusy, onMove }: StatusMenuProps) => (
  <Menu
    className="max-w-[min(26rem,calc(100vw-2rem))]"
    trigger={
      <Button size="sm" variant="ghost" busy={isBusy} aria-label={`Change ${coverageLabels[coverage]}`}>
        Change
        <ChevronDown size={14} aria-hidden className="-mr-0.5" />
      </Button>
    }
  >
    <StatusMoves {...{ record, coverage, onMove }} />
  </Menu>
)

/** The moves of one line by name, each with where it leads; and for product admins any other status. */
export const StatusMoves = ({ record, coverage, onMove }: Omit<StatusMenuProps, 'isBusy'>) => {
  const user = useUser()
  const openDialog = useDialogHost()
  const { data, error } = useAsk(listStatusMoves, { params: { id: record.id } })
  const moves = data?.filter((move) => move.coverage === coverage) ?? []
  return (
    <>
      {moves.map((move) => (
        <Move key={move.event} {...{ record, move }} onMove={onMove} />
      ))}
      {moves.length === 0 && <MenuItem disabled>{noMovesWords(data !== undefined, error !== null)}</MenuItem>}
      {isAdmin(user) && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={PencilLine}
            onSelect={() =>
              openDialog(OverrideDialog, {
                props: { record, coverage, reachable: moves.map(({ to }) => to) },
              })
            }
          >
            Override…
          </MenuItem>
        </>
      )}
    </>
  )
}

interface MoveProps extends Pick<StatusMenuProps, 'record' | 'onMove'> {
  move: Replied<typeof listStatusMoves>[number]
}

/** A move, and where it leads; an approval also with its confirmation to the student. */
const Move = ({ record, move: { coverage, event, label, to, changes }, onMove }: MoveProps) => (
  <>
    <MenuItem onSelect={() => onMove({ coverage, to })}>
      <span className="flex flex-wrap items-center gap-x-2 py-0.5">
        {label}
        <span className="sr-only">{' leads to '}</span>
        <span className="flex items-center gap-1.5">
          <ArrowRight size={13} aria-hidden className="text-ink-3" />
          <CoveragePill status={to} short />
        </span>
        <MoveWords coverage={coverage} changes={changes} />
      </span>
    </MenuItem>
    {event === 'approve_waiver' && hasAddress(record) && (
      <MenuItem icon={Mail} onSelect={() => onMove({ coverage, to, sendEmail: true })}>
        {label} and email the student
      </MenuItem>
    )}
  </>
)

/** The dates and fees that a move writes, in a line of their own. */
const MoveWords = ({ coverage, changes }: Pick<MoveProps['move'], 'coverage' | 'changes'>) => {
  const words = moveWords(coverage, changes)
  return words !== '' && <span className="tabular basis-full text-label text-ink-3">{words}</span>
}

/** Whether a confirmation can reach the student at all; the server takes the same addresses. */
const hasAddress = ({ student }: StudentPeriod): boolean =>
  student.university_email !== null || student.personal_email !== null

const noMovesWords = (isRead: boolean, isBroken: boolean): string => {
  if (isBroken) return 'The moves cannot be read right now'
  return isRead ? 'No move leads on from here' : 'Reading the moves'
}
