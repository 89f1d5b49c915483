import { expect, it } from 'vitest'
import { inGroups } from './in-groups.ts'

const doubled = () => {
  const groups: number[][] = []
  const run = inGroups(async (inputs: readonly number[]) => {
    groups.push([...inputs])
    // inputs of the same turn arrive before this group ends
    await new Promise((next) => setImmediate(next))
    if (inputs.includes(13)) throw new Error('unlucky')
    return inputs.map((input) => input * 2)
  })
  return { groups, run }
}

it('the first input runs at once, and those that arrive meanwhile run together', async () => {
  const { groups, run } = doubled()
  expect(await Promise.all([1, 2, 3].map(run))).toEqual([2, 4, 6])
  expect(await run(4)).toBe(8)
  expect(groups).toEqual([[1], [2, 3], [4]])
})

it('a group that fails leaves the next one alone', async () => {
  const { run } = doubled()
  const first = run(1)
  const second = run(13)
  const outcomes = await Promise.allSettled([first, second])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(await run(2)).toBe(4)
})
