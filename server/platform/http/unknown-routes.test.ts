import { expect, it } from 'vitest'
import { isCall } from './unknown-routes.ts'

it.each([
  ['GET', '/api/nothing', true],
  ['GET', '/assets/list-of-an-older-build.js', true],
  ['POST', '/schools/3/settings', true],
  ['GET', '/schools/3/settings', false],
  ['GET', '/login', false],
  ['GET', '/apiary', false],
])('%s %s is a call or a file: %s', (method, path, expected) => {
  expect(isCall(method, path)).toBe(expected)
})
