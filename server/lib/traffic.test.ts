import { expect, test } from 'vitest'
import { createTraffic } from './traffic.ts'

/** Returns a promise and the function that resolves it. */
const later = () => Promise.withResolvers<void>()

test('background work goes on at once if no call is being answered', async () => {
  await expect(createTraffic().pass(60_000)).resolves.toBeUndefined()
})

test('background work waits until the last call is answered, also if one fails', async () => {
  const traffic = createTraffic()
  const [one, other] = [later(), later()]
  const calls = [traffic.during(() => one.promise), traffic.during(() => other.promise)]
  const order: string[] = []
  const passed = traffic.pass(60_000).then(() => order.push('passed'))
  one.resolve()
  await calls[0]
  order.push('one answered')
  other.reject(new Error('refused'))
  await expect(calls[1]).rejects.toThrow('refused')
  await passed
  expect(order).toEqual(['one answered', 'passed'])
})

test('background work doesn’t wait longer than it’s told to', async () => {
  const traffic = createTraffic()
  const endless = later()
  void traffic.during(() => endless.promise)
  await expect(traffic.pass(1)).resolves.toBeUndefined()
  endless.resolve()
})
