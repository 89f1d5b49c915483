import {
  GraduationCap,
  PencilLine,
  ShieldCheck,
  StickyNote,
  UserRoundMinus,
  type LucideIcon,
} from 'lucide-react'
import { Suspense, type ComponentType } from 'react'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { later } from '#client/platform/ui/later.ts'
import { noteTexts, recordTexts, removalTexts, type ChangeTexts, type Applied } from './use-bulk-change.ts'
import type { RequestedSelection } from '../state/requested-selection.ts'

export interface HostedProps {
  selected: RequestedSelection
  count: number
  handle: DialogHandle<Applied>
}

/** An action for the selection. */
export interface BulkVerb {
  readonly label: string
  readonly icon: LucideIcon
  readonly dialog: ComponentType<HostedProps>
  readonly words: ChangeTexts
}

/** The dialogs aren't part of the list's first load. */
const hosted = (load: () => Promise<ComponentType<HostedProps>>): ComponentType<HostedProps> => {
  const Lazy = later(load)
  return (props) => (
    <Suspense fallback={null}>
      <Lazy {...props} />
    </Suspense>
  )
}

/** The actions for the selection, the most frequent first. */
export const bulkVerbs: readonly BulkVerb[] = [
  {
    label: 'Coverage status',
    icon: ShieldCheck,
    dialog: hosted(async () => (await import('./bulk-coverage-dialog.tsx')).BulkCoverageDialog),
    words: recordTexts,
  },
  {
    label: 'Academic or record status',
    icon: GraduationCap,
    dialog: hosted(async () => (await import('./bulk-status-dialog.tsx')).BulkStatusDialog),
    words: recordTexts,
  },
  {
    label: 'Change field',
    icon: PencilLine,
    dialog: hosted(async () => (await import('./bulk-field-dialog.tsx')).BulkFieldDialog),
    words: recordTexts,
  },
  {
    label: 'Add note',
    icon: StickyNote,
    dialog: hosted(async () => (await import('./bulk-note-dialog.tsx')).BulkNoteDialog),
    words: noteTexts,
  },
]

/** The action that removes records; for Shipmate Admins, and last. */
export const removal: BulkVerb = {
  label: 'Remove from this policy year',
  icon: UserRoundMinus,
  dialog: hosted(async () => (await import('./bulk-remove-dialog.tsx')).BulkRemoveDialog),
  words: removalTexts,
}
