import type { RE2JS } from 're2js'

/** The engine that the server uses (decision 048). */
export type Engine = Pick<typeof RE2JS, 'compile' | 'CASE_INSENSITIVE'>

/** What is to be said of a pattern and a member ID. */
export interface Verdict {
  readonly kind: 'fits' | 'differs' | 'broken'
  readonly words: string
}

/** Whether a member ID as a whole has the format; null while there is nothing to say. */
export const verdictOf = (engine: Engine, pattern: string, memberId: string): Verdict | null => {
  if (pattern === '') return null
  try {
    const compiled = engine.compile(pattern, engine.CASE_INSENSITIVE)
    if (memberId === '') return null
    return compiled.matches(memberId)
      ? { kind: 'fits', words: 'Fits the format.' }
      : { kind: 'differs', words: 'Does not fit the format.' }
  } catch {
    return { kind: 'broken', words: 'This is no pattern that can be checked.' }
  }
}
