import { useDialogHost } from '#client/ui/dialog-host.tsx'
import { RevealSsnDialog, type SsnOwner } from './reveal-ssn-dialog.tsx'
import { useBrieflyShown } from './use-briefly-shown.ts'

/** An SSN that is asked for with a reason and shown for a moment; `value` is null while it is not. */
export const useSsnReveal = (owner: SsnOwner) => {
  const openDialog = useDialogHost()
  const { value, left, show, hide } = useBrieflyShown()
  const ask = () =>
    openDialog<{ owner: SsnOwner }, string | null>(RevealSsnDialog, {
      props: { owner },
      onClose: (closed) => closed.type === 'config-close' && closed.data !== null && show(closed.data),
    })
  return { value, left, ask, hide }
}
