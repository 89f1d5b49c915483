import { expect, it } from 'vitest'
import { isChosenForReview } from './plan.ts'

const forms = Array.from({ length: 10_000 }, (_, index) => index + 1)
const chosen = (percent: number): number[] => forms.filter((id) => isChosenForReview(id, percent))

it('chooses none at 0 percent and all at 100 percent', () => {
  expect(chosen(0)).toEqual([])
  expect(chosen(100)).toEqual(forms)
})

it.each([1, 5, 20, 50])('chooses about %i percent, the same every time', (percent) => {
  const share = chosen(percent).length / 100
  expect(Math.abs(share - percent)).toBeLessThan(1.5)
  expect(chosen(percent)).toEqual(chosen(percent))
})

it('chooses the same forms for every installation', () => {
  expect(chosen(5).slice(0, 5)).toEqual([50, 61, 65, 77, 118])
})

it('includes the forms of a smaller share in a larger one', () => {
  const larger = new Set(chosen(20))
  expect(chosen(5).filter((id) => !larger.has(id))).toEqual([])
})

it('doesn’t choose one form after the other', () => {
  const neighbors = chosen(10).filter((id) => isChosenForReview(id + 1, 10))
  expect(neighbors.length / chosen(10).length).toBeLessThan(0.2)
})
