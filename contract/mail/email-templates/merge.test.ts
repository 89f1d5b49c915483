import { describe, expect, it } from 'vitest'
import { splitTokens, tokensIn, unreadableTokensIn, writeToken } from './merge.ts'

describe('merge fields in a text', () => {
  it('are read with and without a fallback, and written back the same', () => {
    const text = 'Hello {{student.first_name|there}}, your ID is {{ student.sid }}.'
    expect(tokensIn(text)).toEqual([
      { name: 'student.first_name', fallback: 'there' },
      { name: 'student.sid', fallback: null },
    ])
    expect(tokensIn(text).map(writeToken)).toEqual(['{{student.first_name|there}}', '{{student.sid}}'])
  })

  it('split the text without losing a character', () => {
    expect(splitTokens('a{{x.y}}b{{x.z|c}}')).toEqual([
      { text: 'a' },
      { token: { name: 'x.y', fallback: null } },
      { text: 'b' },
      { token: { name: 'x.z', fallback: 'c' } },
    ])
  })

  it.each(['{{student}}', '{{Student.Sid}}', '{{student.sid|<b>}}', '{{}}', '{{a.b|c|d}}'])(
    '%s isn’t one',
    (text) => {
      expect(tokensIn(text)).toEqual([])
      expect(unreadableTokensIn(`Hello ${text}!`)).toEqual([text])
    },
  )

  it('an empty fallback is none', () => {
    expect(tokensIn('{{student.city| }}')).toEqual([{ name: 'student.city', fallback: null }])
  })
})
