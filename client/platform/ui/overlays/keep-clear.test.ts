import { expect, test } from 'vitest'
import { liftOver } from './keep-clear.ts'

const phone = { left: 12, right: 378 }
const footer = { top: 780, bottom: 844, left: 0, right: 390 }

test('a message appears above a dialog’s footer', () => {
  expect(liftOver([footer], phone, 844)).toBe(76)
})

test('the highest overlapping box counts', () => {
  expect(liftOver([footer, { ...footer, top: 720 }], phone, 844)).toBe(136)
})

test.each([
  ['beside it', { top: 780, bottom: 844, left: 0, right: 300 }, { left: 1076, right: 1428 }],
  ['high above it', { top: 500, bottom: 560, left: 0, right: 390 }, phone],
  ['not shown', { top: 844, bottom: 844, left: 0, right: 390 }, phone],
])('what is %s lifts nothing', (_, box, message) => {
  expect(liftOver([box], message, 844)).toBe(0)
})
