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

/**
 * Copies a text to the clipboard. Over plain HTTP there is no `navigator.clipboard`; the older copy command works
 * within a click or a key press. Returns whether it worked.
 */
const copyText = async (text: string): Promise<boolean> => {
  if (!('clipboard' in navigator)) return copyByCommand(text)
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text)
  }
}

/** Some browsers copy only a selection, so this selects a hidden text for a moment. */
const copyByCommand = (text: string): boolean => {
  const source = document.createElement('span')
  source.textContent = text
  source.className = 'fixed whitespace-pre select-text opacity-0'
  document.body.append(source)
  const selection = document.getSelection()
  const before = selection?.rangeCount ? selection.getRangeAt(0) : null
  selection?.selectAllChildren(source)
  const onCopy = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  document.addEventListener('copy', onCopy, { capture: true })
  try {
    return document.execCommand('copy')
  } finally {
    document.removeEventListener('copy', onCopy, { capture: true })
    source.remove()
    selection?.removeAllRanges()
    if (before) selection?.addRange(before)
  }
}
