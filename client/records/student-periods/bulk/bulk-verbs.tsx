import {
  CircleDollarSign,
  GraduationCap,
  PencilLine,
  ShieldCheck,
  StickyNote,
  UserRoundMinus,
  type LucideIcon,
} from 'lucide-react'
import { type ComponentType } from 'react'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'
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

/** The actions for the selection, the most frequent first. Their dialogs aren't part of the list's first load. */
export const bulkVerbs: readonly BulkVerb[] = [
  {
    label: 'Coverage status',
    icon: ShieldCheck,
    dialog: lazyDialog(async () => (await import('./bulk-coverage-dialog.tsx')).BulkCoverageDialog),
    words: recordTexts,
  },
  {
    label: 'Academic or record status',
    icon: GraduationCap,
    dialog: lazyDialog(async () => (await import('./bulk-status-dialog.tsx')).BulkStatusDialog),
    words: recordTexts,
  },
  {
    label: 'Change field',
    icon: PencilLine,
    dialog: lazyDialog(async () => (await import('./bulk-field-dialog.tsx')).BulkFieldDialog),
    words: recordTexts,
  },
  {
    label: 'Add note',
    icon: StickyNote,
    dialog: lazyDialog(async () => (await import('./bulk-note-dialog.tsx')).BulkNoteDialog),
    words: noteTexts,
  },
]

/** The action that sets premiums; for Shipmate Admins. */
export const planPremiums: BulkVerb = {
  label: 'Set premiums to the plan’s',
  icon: CircleDollarSign,
  dialog: lazyDialog(async () => (await import('./bulk-premiums-dialog.tsx')).BulkPremiumsDialog),
  words: recordTexts,
}

/** The action that removes records; for Shipmate Admins, and last. */
export const removal: BulkVerb = {
  label: 'Remove from this policy year',
  icon: UserRoundMinus,
  dialog: lazyDialog(async () => (await import('./bulk-remove-dialog.tsx')).BulkRemoveDialog),
  words: removalTexts,
}
