import { useNavigate } from '@tanstack/react-router'
import {
  Copy,
  Download,
  Eraser,
  Eye,
  FileText,
  Lock,
  Merge,
  MoreHorizontal,
  ScrollText,
  ShieldCheck,
  StickyNote,
  Upload,
} from 'lucide-react'
import { isAdmin } from '#contract/platform/access.ts'
import { coverageLabels, coverages } from '#contract/platform/coverage/choices.ts'
import { getStudentPeriod } from '#contract/records/student-periods/endpoints.ts'
import type { StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import type { StudentPolicyYear, Student } from '#contract/records/students/shapes.ts'
import { emailAddressOf } from '#contract/records/students/email-address.ts'
import { copyStudentRecord } from '#contract/outputs/audit/endpoints.ts'
import { useSaveFile } from '#client/platform/common/use-save-file.ts'
import { call } from '#client/platform/lib/call.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { StatusMoves } from '#client/platform/coverage/status-menu.tsx'
import { useStatusMove } from '#client/platform/coverage/use-status-move.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator, Submenu } from '#client/platform/ui/overlays/menu.tsx'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { useCopy } from '#client/platform/ui/overlays/use-copy.ts'
import { ssnOwnerOf } from './student-facts.tsx'
import { useSsnReveal } from './ssn-reveal.tsx'
import { fullName } from '#contract/platform/person-name.ts'

interface StudentActionsProps {
  student: Student
  /** The policy year whose statuses the header shows. */
  year: StudentPolicyYear | undefined
}

/** Renders the most frequent actions on every screen of the record; and a revealed SSN while it's shown. */
export const StudentActions = ({ student, year }: StudentActionsProps) => {
  const reveal = useSsnReveal(ssnOwnerOf(student))
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton icon={MoreHorizontal} label={`Actions for ${fullName(student)}`} />}
      >
        {student.erased_at === null && (
          <>
            <AddItems id={student.id} />
            {year && <StatusItems year={year} />}
            <MenuSeparator />
            <RevealItem mask={student.ssn} onReveal={reveal.ask} />
            <CopyItems student={student} />
            <MergeItem student={student} />
          </>
        )}
        <AuditItems student={student} />
        {student.erased_at === null && <RetentionItems student={student} />}
      </Menu>
      {reveal.value !== null && (
        <span className="flex items-center gap-2 text-label">
          <span className="tabular text-body" aria-live="polite">
            {reveal.value}
          </span>
          <button
            type="button"
            onClick={reveal.hide}
            className="min-h-6 rounded-pill font-medium text-accent-text hover:underline"
          >
            Hide
          </button>
          <span aria-hidden className="tabular text-ink-3">
            {reveal.left} sec
          </span>
        </span>
      )}
    </>
  )
}

/** Actions of other modules, which open their screens. */
const AddItems = ({ id }: { id: number }) => {
  const navigate = useNavigate()
  const params = { student: String(id) }
  const search = { new: true } as const
  return (
    <>
      <MenuItem
        icon={StickyNote}
        onSelect={() => void navigate({ to: '/student/$student/notes', params, search })}
      >
        Add note
      </MenuItem>
      <MenuItem
        icon={Upload}
        onSelect={() => void navigate({ to: '/student/$student/documents', params, search })}
      >
        Upload document
      </MenuItem>
    </>
  )
}

const StatusItems = ({ year }: { year: StudentPolicyYear }) => {
  // the header's alerts load the same data
  const { data } = useAsk(getStudentPeriod, { params: { id: year.id } })
  return data && <LineMenus record={data} />
}

const LineMenus = ({ record }: { record: StudentPeriod }) => {
  const { move } = useStatusMove(record)
  return coverages.map((coverage) => (
    <Submenu
      key={coverage}
      icon={ShieldCheck}
      label={`Change ${coverageLabels[coverage].toLowerCase()} status`}
    >
      <StatusMoves record={record} coverage={coverage} onMove={(target) => void move(target)} />
    </Submenu>
  ))
}

const RevealItem = ({ mask, onReveal }: { mask: string | null; onReveal: () => void }) => {
  const user = useUser()
  if (mask === null || !isAdmin(user)) return null
  return (
    <MenuItem icon={Eye} onSelect={onReveal}>
      Reveal SSN…
    </MenuItem>
  )
}

const MergeStudentsDialog = lazyDialog(
  async () => (await import('./merge-students-dialog.tsx')).MergeStudentsDialog,
)

const MergeItem = ({ student }: { student: Student }) => {
  const openDialog = useDialogHost()
  if (!isAdmin(useUser())) return null
  return (
    <MenuItem icon={Merge} onSelect={() => openDialog(MergeStudentsDialog, { props: { kept: student } })}>
      Merge with another student…
    </MenuItem>
  )
}

/** Who has seen the student’s data, and a copy of all of it, for Shipmate Admins. */
const AuditItems = ({ student }: { student: Student }) => {
  const { id, sid } = student
  const navigate = useNavigate()
  const { save } = useSaveFile<'copy'>()
  if (!isAdmin(useUser())) return null
  return (
    <>
      {student.erased_at === null && <MenuSeparator />}
      <MenuItem
        icon={ScrollText}
        onSelect={() => void navigate({ to: '/settings/activity', search: { student: id } })}
      >
        Activity log
      </MenuItem>
      <MenuItem
        icon={FileText}
        onSelect={() =>
          void navigate({ to: '/student/$student/disclosures', params: { student: String(id) } })
        }
      >
        Record of disclosures
      </MenuItem>
      <MenuItem
        icon={Download}
        onSelect={() =>
          void save('copy', `Record of student ${sid ?? id}.zip`, () =>
            call(copyStudentRecord, { params: { id: String(id) } }),
          )
        }
      >
        Download a copy of the record
      </MenuItem>
    </>
  )
}

const LegalHoldDialog = lazyDialog(async () => (await import('./legal-hold-dialog.tsx')).LegalHoldDialog)
const EraseRecordDialog = lazyDialog(
  async () => (await import('./erase-record-dialog.tsx')).EraseRecordDialog,
)

/** What keeps a record or ends it, for Shipmate Admins. */
const RetentionItems = ({ student }: { student: Student }) => {
  const openDialog = useDialogHost()
  if (!isAdmin(useUser())) return null
  return (
    <>
      <MenuSeparator />
      <MenuItem icon={Lock} onSelect={() => openDialog(LegalHoldDialog, { props: { student } })}>
        Legal hold…
      </MenuItem>
      <MenuItem icon={Eraser} danger onSelect={() => openDialog(EraseRecordDialog, { props: { student } })}>
        Erase record…
      </MenuItem>
    </>
  )
}

const CopyItems = ({ student }: { student: Student }) => {
  const copyOut = useCopy()
  const email = emailAddressOf(student)
  const copy = (text: string) => () => void copyOut(text)
  return (
    <>
      {email !== null && (
        <MenuItem icon={Copy} onSelect={copy(email)}>
          Copy email address
        </MenuItem>
      )}
      {student.sid !== null && (
        <MenuItem icon={Copy} onSelect={copy(student.sid)}>
          Copy student ID
        </MenuItem>
      )}
    </>
  )
}
