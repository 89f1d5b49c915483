import {
  GraduationCap,
  PencilLine,
  ShieldCheck,
  StickyNote,
  UserRoundMinus,
  type LucideIcon,
} from 'lucide-react'
import { Suspense, type ComponentType } from 'react'
import type { DialogHandle } from '#client/ui/overlays/dialog-host.tsx'
import { later } from '#client/ui/later.ts'
import { noteWords, recordWords, removalWords, type ChangeWords, type Applied } from './use-bulk-change.ts'
import type { Selected } from '../state/selected.ts'

export interface HostedProps {
  selected: Selected
  count: number
  handle: DialogHandle<Applied>
}

/** Something that can be done with a selection. */
export interface BulkVerb {
  readonly label: string
  readonly icon: LucideIcon
  readonly dialog: ComponentType<HostedProps>
  readonly words: ChangeWords
}

/** The dialogs are not part of the first load of the list. */
const hosted = (load: () => Promise<ComponentType<HostedProps>>): ComponentType<HostedProps> => {
  const Lazy = later(load)
  return (props) => (
    <Suspense fallback={null}>
      <Lazy {...props} />
    </Suspense>
  )
}

/** What is done with a selection, what is done most first. */
export const bulkVerbs: readonly BulkVerb[] = [
  {
    label: 'Coverage status',
    icon: ShieldCheck,
    dialog: hosted(async () => (await import('./bulk-coverage-dialog.tsx')).BulkCoverageDialog),
    words: recordWords,
  },
  {
    label: 'Academic status',
    icon: GraduationCap,
    dialog: hosted(async () => (await import('./bulk-status-dialog.tsx')).BulkStatusDialog),
    words: recordWords,
  },
  {
    label: 'Change a field',
    icon: PencilLine,
    dialog: hosted(async () => (await import('./bulk-field-dialog.tsx')).BulkFieldDialog),
    words: recordWords,
  },
  {
    label: 'Add note',
    icon: StickyNote,
    dialog: hosted(async () => (await import('./bulk-note-dialog.tsx')).BulkNoteDialog),
    words: noteWords,
  },
]

/** The one that takes records away; for product admins, and last. */
export const removal: BulkVerb = {
  label: 'Remove from this policy year',
  icon: UserRoundMinus,
  dialog: hosted(async () => (await import('./bulk-remove-dialog.tsx')).BulkRemoveDialog),
  words: removalWords,
}
