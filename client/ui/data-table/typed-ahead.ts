import { useCallback, useRef } from 'react'

/** Milliseconds after which typing begins anew. */
const pause = 900

const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The next place from `from` on, and around, whose words begin with what was typed; null for none. */
export const findAhead = (
  typed: string,
  from: number,
  count: number,
  wordsAt: (index: number) => string | undefined,
): number | null => {
  const wanted = fold(typed)
  // a second letter may keep the row that the first one found
  const start = typed.length > 1 ? from : from + 1
  for (let offset = 0; offset < count; offset++) {
    const index = (start + offset + count) % count
    const words = wordsAt(index)
    if (words !== undefined && fold(words).startsWith(wanted)) return index
  }
  return null
}

/** Gathers the letters typed in one breath. `take` answers what was typed so far; `isTyping` whether a breath is on. */
export const useTypedLetters = () => {
  const typed = useRef({ text: '', at: 0 })
  const isTyping = useCallback((now: number): boolean => now - typed.current.at < pause, [])
  const take = useCallback(
    (letter: string, now: number): string => {
      typed.current = { text: isTyping(now) ? typed.current.text + letter : letter, at: now }
      return typed.current.text
    },
    [isTyping],
  )
  return { isTyping, take }
}
