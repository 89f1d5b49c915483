import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english, translations } from '@zxcvbn-ts/language-en'

/** How hard a password is to guess, from 0 to 4, and what would make it harder, in sentences. */
export interface Strength {
  readonly score: number
  readonly help: string
}

/** Guessing takes longer the longer it is; so does judging. What is good so far is not made worse by what follows. */
const judgedLength = 100

const judge = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  maxLength: judgedLength,
  translations: {
    ...translations,
    warnings: {
      ...translations.warnings,
      simpleRepeat: 'Repeated characters like “aaa” are easy to guess.',
      extendedRepeat: 'Repeated patterns like “abcabcabc” are easy to guess.',
      sequences: 'Sequences like “abc” are easy to guess.',
      userInputs: 'Names, and words of this site or your school, are easy to guess.',
    },
    suggestions: {
      ...translations.suggestions,
      l33t: 'Replacing letters, as “@” for “a”, helps little.',
    },
  },
})

/** Judges a password; `words` are easy to guess of this person. May take half a second: `workApart` does it. */
export const measureStrength = (password: string, words: readonly string[]): Strength => {
  const text = [...password.normalize('NFKC')].slice(0, judgedLength).join('')
  const { score, feedback } = judge.check(text, [...words])
  const sentences = [feedback.warning, ...feedback.suggestions].filter((sentence) => sentence !== null)
  return { score, help: sentences.join(' ') || 'Use several words that do not belong together.' }
}
