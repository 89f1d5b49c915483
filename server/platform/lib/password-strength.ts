import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english, translations } from '@zxcvbn-ts/language-en'

/** The strength of a password from 0 to 4, and advice in sentences. */
export interface Strength {
  readonly score: number
  readonly help: string
}

/**
 * The most characters to score, because scoring time grows with length. Longer passwords are at least as strong
 * as their beginning.
 */
const scoredLength = 100

const scorer = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  maxLength: scoredLength,
  translations: {
    ...translations,
    warnings: {
      ...translations.warnings,
      simpleRepeat: 'Repeated characters like “aaa” are easy to guess.',
      extendedRepeat: 'Repeated patterns like “abcabcabc” are easy to guess.',
      sequences: 'Sequences like “abc” are easy to guess.',
      userInputs: 'Names and words from this site or your school are easy to guess.',
    },
    suggestions: {
      ...translations.suggestions,
      l33t: 'Replacing letters, such as “@” for “a”, doesn’t help much.',
    },
  },
})

/** Scores a password; `words` are easy to guess for this user. Can take half a second, so `runInThread` runs it. */
export const measureStrength = (password: string, words: readonly string[]): Strength => {
  const text = [...password.normalize('NFKC')].slice(0, scoredLength).join('')
  const { score, feedback } = scorer.check(text, [...words])
  const sentences = [feedback.warning, ...feedback.suggestions].filter((sentence) => sentence !== null)
  return { score, help: sentences.join(' ') || 'Use several unrelated words.' }
}
