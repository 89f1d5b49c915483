import type { RE2JS } from 're2js'

/** The same regular expression engine as on the server. */
export type Engine = Pick<typeof RE2JS, 'compile' | 'CASE_INSENSITIVE'>

/** The result of testing a member ID against a pattern. */
export interface PatternResult {
  readonly kind: 'fits' | 'differs' | 'broken'
  readonly words: string
}

/** Tests whether the whole member ID matches; null without input. */
export const testPattern = (engine: Engine, pattern: string, memberId: string): PatternResult | null => {
  if (pattern === '') return null
  try {
    const compiled = engine.compile(pattern, engine.CASE_INSENSITIVE)
    if (memberId === '') return null
    return compiled.matches(memberId)
      ? { kind: 'fits', words: 'Matches the pattern.' }
      : { kind: 'differs', words: 'Doesn’t match the pattern.' }
  } catch {
    return { kind: 'broken', words: 'Enter a valid regular expression.' }
  }
}
