import { describe, expect, it } from 'vitest'
import {
  characterCount,
  confirmationNumberOf,
  randomCharacters,
  toConfirmationNumber,
} from './confirmation-number.ts'

const picks = [5, 17, 0, 19, 7, 2, 23]
const waiver = confirmationNumberOf('waiver', picks)

describe('a confirmation number', () => {
  it('says which form it belongs to and has no characters that look alike', () => {
    expect(waiver).toMatch(/^W-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    expect(confirmationNumberOf('enroll', picks)).toMatch(/^E-/)
    for (let pick = 0; pick < characterCount; pick += 1)
      expect(confirmationNumberOf('waiver', Array<number>(randomCharacters).fill(pick))).not.toMatch(
        /[01ILOSU]/,
      )
  })

  it('can be typed in lowercase and without hyphens', () => {
    expect(toConfirmationNumber(waiver)).toBe(waiver)
    expect(toConfirmationNumber(` ${waiver.toLowerCase().replaceAll('-', ' ')} `)).toBe(waiver)
  })

  it('isn’t accepted with one wrong character, or with two neighbors in the wrong order', () => {
    const bare = waiver.replaceAll('-', '')
    const others = '23456789ABCDEFGHJKMNPQRTVWXYZ'
    let tried = 0
    for (let index = 0; index < bare.length; index += 1) {
      for (const other of others) {
        if (other === bare[index]) continue
        tried += 1
        expect(toConfirmationNumber(bare.slice(0, index) + other + bare.slice(index + 1))).toBeNull()
      }
      const [one = '', next = ''] = [bare[index], bare[index + 1]]
      if (next === '' || one === next) continue
      expect(toConfirmationNumber(bare.slice(0, index) + next + one + bare.slice(index + 2))).toBeNull()
    }
    expect(tried).toBe(bare.length * 28)
  })

  it.each(['', 'W', 'W-7K2M-94Q', `${waiver}2`, 'X-7K2M-94QX', 'W-7K2M-94Q0'])('isn’t “%s”', (typed) => {
    expect(toConfirmationNumber(typed)).toBeNull()
  })
})
