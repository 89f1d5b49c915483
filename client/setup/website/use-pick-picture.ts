import { useParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import type { PickPicture } from '#client/platform/ui/rich-text/picture-control.tsx'

/** Opens the image dialog for the school in the URL; its code loads when it opens. */
export const usePickPicture = (): PickPicture => {
  const open = useDialogHost()
  const { school } = useParams({ strict: false })
  return useCallback<PickPicture>(
    async (present) => {
      const { PictureDialog } = await import('./picture-dialog.tsx')
      return new Promise((resolve) => {
        open(PictureDialog, {
          props: { schoolId: Number(school), present },
          onClose: (closed) => resolve(closed.type === 'config-close' ? closed.data : null),
        })
      })
    },
    [open, school],
  )
}
