import { expect, test } from 'vitest'
import { createTraffic } from './traffic.ts'

/** Returns a promise and the function that resolves it. */
const later = () => Promise.withResolvers<void>()

const done = () => Promise.resolve('done')

test('background work goes on at once if no call is being answered', async () => {
  await expect(createTraffic().inTurn(60_000, done)).resolves.toBe('done')
})

test('background work waits until the last call is answered, also if one fails', async () => {
  const traffic = createTraffic()
  const [one, other] = [later(), later()]
  const calls = [traffic.during(() => one.promise), traffic.during(() => other.promise)]
  const order: string[] = []
  const worked = traffic.inTurn(60_000, () => Promise.resolve(order.push('worked')))
  one.resolve()
  await calls[0]
  order.push('one answered')
  other.reject(new Error('refused'))
  await expect(calls[1]).rejects.toThrow('refused')
  await worked
  expect(order).toEqual(['one answered', 'worked'])
})

test('background work doesn’t wait longer than it’s told to', async () => {
  const traffic = createTraffic()
  const endless = later()
  void traffic.during(() => endless.promise)
  await expect(traffic.inTurn(1, done)).resolves.toBe('done')
  endless.resolve()
})

test('background work is done piece by piece, also after one that failed', async () => {
  const traffic = createTraffic()
  const first = later()
  const order: string[] = []
  const pieces = [
    traffic.inTurn(1, async () => {
      order.push('first')
      await first.promise
    }),
    traffic.inTurn(1, () => Promise.resolve(order.push('second'))),
  ]
  await new Promise((resolve) => setImmediate(resolve))
  order.push('first ends')
  first.reject(new Error('broken'))
  await expect(pieces[0]).rejects.toThrow('broken')
  await pieces[1]
  expect(order).toEqual(['first', 'first ends', 'second'])
})
