import { useCallback } from 'react'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'

const NoteDialog = lazyDialog(async () => (await import('./note-dialog.tsx')).NoteDialog)

/** Returns a function that opens the editor of a new note about a student over the screen. */
export const useWriteNote = (): ((studentId: number, name: string) => void) => {
  const openDialog = useDialogHost()
  return useCallback(
    (studentId, name) => void openDialog(NoteDialog, { props: { studentId, name } }),
    [openDialog],
  )
}
