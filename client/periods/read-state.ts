import { states } from '#contract/places.ts'

/** A state as people type it, in its two letters: 'ny' and 'New York' are NY; what is none stays as it was typed. */
export const readState = (word: string): string => {
  const typed = word.trim().toLowerCase()
  return (
    states.find(({ value, label }) => value.toLowerCase() === typed || label.toLowerCase() === typed)
      ?.value ?? word
  )
}
