import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'

const OwnChangesSheet = lazyDialog(async () => (await import('./own-changes-sheet.tsx')).OwnChangesSheet)

/** Returns a function that shows what the user changed today, over the screen. */
export const useShowOwnChanges = (): (() => void) => {
  const openDialog = useDialogHost()
  return () => void openDialog(OwnChangesSheet, { props: {} })
}
