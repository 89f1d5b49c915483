import { expect, test } from 'vitest'
import { fitted, isAtEnd, layoutOf, turned, zoomed } from './picture-layout.ts'

const card = { width: 800, height: 500 }
const box = { width: 400, height: 300 }

test.each([
  ['as sent, it fits the width', fitted, { width: 400, height: 250 }],
  ['on its side, it fits the height', { zoom: 1, turns: 1 }, { width: 187.5, height: 300 }],
  ['upside down, it’s as large as before', { zoom: 1, turns: 2 }, { width: 400, height: 250 }],
  ['enlarged, it’s larger than its box', { zoom: 2, turns: 0 }, { width: 800, height: 500 }],
] as const)('%s', (_, look, area) => {
  expect(layoutOf(card, box, look).area).toEqual(area)
})

test('a picture on its side keeps its own width and height, because it’s turned afterwards', () => {
  expect(layoutOf(card, box, { zoom: 1, turns: 3 }).picture).toEqual({ width: 300, height: 187.5 })
})

test('zoom ends at the whole picture and at 8 times its size', () => {
  expect(zoomed(fitted, -1)).toEqual(fitted)
  expect(isAtEnd(fitted, -1)).toBe(true)
  expect(isAtEnd(fitted, 1)).toBe(false)
  let look = fitted
  for (let step = 0; step < 20; step += 1) look = zoomed(look, 1)
  expect(look.zoom).toBe(8)
  expect(isAtEnd(look, 1)).toBe(true)
})

test('four turns to either side end where they began', () => {
  expect(turned(fitted, -1).turns).toBe(3)
  expect(turned(turned(fitted, -1), 1)).toEqual(fitted)
})
