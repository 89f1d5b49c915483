import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readResponses } from '#server/platform/lib/x12/response.ts'
import { X12Error } from '#server/platform/lib/x12/syntax.ts'
import { aboutDependent, aboutSubscriber, rejection, student } from '#server/testing/golden-271.ts'
import { readAnswers } from './read-answer.ts'

const asked = {
  coverage: 'medical',
  on: '2026-11-20',
  trace: 'T-1',
  student: { firstName: 'Maya', lastName: 'Rossi', birthDate: '2003-04-05' },
  payer: { name: 'Harbor Health', id: '62308' },
} as const

const texts = [
  aboutDependent(...student, 'DTP*291*RD8*20260101-20261231', 'EB*1*IND*30*PR*CHOICE PPO'),
  aboutDependent(...student, 'DTP*346*D8*20250101', 'DTP*347*D8*20260731', 'EB*1*IND*30'),
  aboutDependent(...student, 'EB*6**30', 'EB*R**30', 'LS*2120', 'NM1*PR*2*B*****PI*8', 'LE*2120'),
  aboutSubscriber(...student, 'EB*6**30*HM', 'EB*C*IND*30***23*750*****Y'),
  rejection('subscriber', '75'),
  rejection('dependent', '72'),
]

/** One fault: a character changed, a stretch cut or doubled, or a segment moved. */
const faults = [
  (text: string, place: number, letter: string) => text.slice(0, place) + letter + text.slice(place + 1),
  (text: string, place: number) => text.slice(0, place) + text.slice(place + 7),
  (text: string, place: number) => text.slice(0, place),
  (text: string, place: number) => text.slice(0, place + 9) + text.slice(place),
  (text: string, place: number) => {
    const segments = text.split('~')
    const [moved = ''] = segments.splice(place % segments.length, 1)
    segments.splice((place * 7) % segments.length, 0, moved)
    return segments.join('~')
  },
]

/** Looks for what makes a text say “active”, without our reader. */
const saysActive = (text: string): boolean => {
  const segment = text.charAt(105)
  const element = text.charAt(3)
  const repetition = text.charAt(82)
  return text.split(segment).some((line) => {
    const [id, code = '', , types = ''] = line.trim().split(element)
    return (
      id === 'EB' && ['1', '2', '3', '4', '5', '11'].includes(code) && types.split(repetition).includes('30')
    )
  })
}

/** Reads a text. Returns its status, or that it was refused; any other error fails the test. */
const statusOf = (text: string): string => {
  try {
    return readAnswers(asked, readResponses(text)).status
  } catch (error) {
    if (error instanceof X12Error) return 'refused'
    throw error
  }
}

it('answers with faults are read or refused, quickly, and never say “active” if the text doesn’t', () => {
  let active = 0
  let refused = 0
  fc.assert(
    fc.property(
      fc.constantFrom(...texts),
      fc.array(
        fc.tuple(fc.constantFrom(...faults), fc.nat(900), fc.constantFrom(...'*~^:016R7A EB\n\u0000é')),
        { minLength: 1, maxLength: 3 },
      ),
      (text, changes) => {
        const mutated = changes.reduce((now, [fault, place, letter]) => fault(now, place, letter), text)
        const status = statusOf(mutated)
        if (status === 'active') active += 1
        if (status === 'refused') refused += 1
        expect(status !== 'active' || saysActive(mutated)).toBe(true)
      },
    ),
    { numRuns: Number(process.env['MUTATIONS'] ?? 3000) },
  )
  // or the faults would be too small, or too large, to say anything
  expect(Math.min(active, refused)).toBeGreaterThan(10)
})
