import { copyText } from '#client/lib/copy-text.ts'
import { useToast } from './toast.tsx'
import type { ToastOptions } from './toaster.ts'

/** Returns a function that copies a text and shows a message. It resolves to whether the text was copied. */
export const useCopy = () => {
  const toast = useToast()
  return async (
    text: string,
    copied: ToastOptions | null = { tone: 'success', title: 'Copied' },
  ): Promise<boolean> => {
    const isCopied = await copyText(text)
    if (!isCopied)
      toast.show({
        tone: 'danger',
        title: 'Couldn’t copy',
        description: 'Your browser doesn’t allow it on this page. Select the text and copy it yourself.',
      })
    else if (copied) toast.show(copied)
    return isCopied
  }
}
