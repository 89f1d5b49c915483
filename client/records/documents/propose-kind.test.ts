import { expect, test } from 'vitest'
import type { FileKind } from '#contract/platform/record/file-kinds.ts'
import { proposeKind } from './propose-kind.ts'

const proposed = (names: readonly string[]): FileKind[] => {
  const kinds: FileKind[] = []
  for (const name of names) kinds.push(proposeKind(name, kinds))
  return kinds
}

test('a file’s type is proposed from its name, in any word order', () => {
  expect(proposed(['card_back.jpg', 'card-front.jpg', 'Coverage Letter.pdf', 'transcript.pdf'])).toEqual([
    'insurance_card_back',
    'insurance_card_front',
    'coverage_letter',
    'other',
  ])
})

test('images without a clear name are the front, then the back, and then something else', () => {
  expect(proposed(['IMG_0001.HEIC', 'IMG_0002.HEIC', 'IMG_0003.HEIC'])).toEqual([
    'insurance_card_front',
    'insurance_card_back',
    'other',
  ])
  expect(proposed(['back.png', 'IMG_1.png'])).toEqual(['insurance_card_back', 'insurance_card_front'])
})
