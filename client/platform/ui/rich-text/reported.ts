import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'

/**
 * The texts that an editor reported since its form showed what it has. The form shows each a moment later, when more may have
 * been typed: one of these isn’t from outside, and must not replace what was typed since.
 */
export const createReported = () => {
  const texts = new Set<string>()
  return {
    add: (text: string): string => {
      texts.add(text)
      return text
    },
    has: (text: string): boolean => texts.has(text),
    clear: (): void => texts.clear(),
  }
}
type Reported = ReturnType<typeof createReported>

export const useReported = (): Reported => useState(createReported)[0]

/** Forgets them when the editor is left: what the form shows after that is from outside, even if it was typed before. */
export const useForgotten = (editor: Editor | null, reported: Reported): void => {
  useEffect(() => {
    editor?.on('blur', reported.clear)
    return () => void editor?.off('blur', reported.clear)
  }, [editor, reported])
}
