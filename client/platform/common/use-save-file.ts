import { useCallback, useState } from 'react'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { saveFile } from '#client/platform/lib/save-file.ts'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'

interface SaveFileTexts {
  /** The title of a failure. */
  readonly failed?: string
  /** Why a file isn’t there anymore, if files expire. */
  readonly expired?: string
}

/**
 * Downloads files, and shows a failure as a toast. `save` takes which file of the screen it is (`saving` is that one
 * until it’s done), its name, and the call; it resolves to whether the file was saved.
 */
export const useSaveFile = <Which extends string>({
  failed = 'Couldn’t download the file',
  expired,
}: SaveFileTexts = {}) => {
  const toast = useToast()
  const [saving, setSaving] = useState<Which | null>(null)
  const save = useCallback(
    async (which: Which, name: string, read: () => Promise<unknown>): Promise<boolean> => {
      setSaving(which)
      try {
        const file = await read()
        // a call that can also return a page returns a file for a format
        if (file instanceof Blob) saveFile(file, name)
        return true
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const description = error.kind === 'not-found' ? (expired ?? error.message) : error.message
        if (error.kind !== 'aborted') toast.show({ tone: 'danger', title: failed, description })
        return false
      } finally {
        setSaving(null)
      }
    },
    [toast, failed, expired],
  )
  return { save, saving }
}
