import { expect, test } from 'vitest'
import { apiBase, parseHostMap } from './host.ts'

const map = parseHostMap(
  'admin-staging.ship.example=app-staging.ship.example, admin.ship.example=app.ship.example',
)

test.each([
  ['https:', 'admin-staging.ship.example', 'https://app-staging.ship.example'],
  ['https:', 'admin.ship.example', 'https://app.ship.example'],
  ['http:', 'admin.ship.example', 'http://app.ship.example'],
  ['http:', 'localhost:5173', 'http://localhost:5173'],
  ['https:', 'admin.ship.example.evil.test', 'https://admin.ship.example.evil.test'],
  ['https:', 'x.admin.ship.example', 'https://x.admin.ship.example'],
  ['https:', 'constructor', 'https://constructor'],
])('%s//%s → %s', (protocol, host, base) => {
  expect(apiBase({ protocol, host }, map)).toBe(base)
})

test('an empty or broken map maps nothing', () => {
  expect(parseHostMap('')).toEqual({})
  expect(parseHostMap('a=,=b,c')).toEqual({})
})
