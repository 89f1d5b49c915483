import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { canShortenTo, isShortenedSid, sidKey, unwrappedSid } from '#contract/platform/student-id.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const keysInDatabase = async (sids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`
    select shipmate_sid_key(sid) as key from unnest(${[...sids]}::text[]) with ordinality as one(sid, place)
    order by place`.execute(services.owner)
  return rows.map(({ key }) => key)
}

it.each([
  ['00123456', '123456'],
  ['000', '0'],
  ['S-100', 's-100'],
  ['="R77001"', 'r77001'],
  ["'R77001", 'r77001'],
  ['100234567890.0', '100234567890'],
  ['０１２３', '123'],
  ['\u202AR77\u00A0001\u200B', 'r77001'],
  ['0A1', '0a1'],
  ['12.50', '12.50'],
  ['1.00235E+11', '1.00235e+11'],
  ['', ''],
])('%j means %j, in the contract and the database', async (sid, key) => {
  expect([sidKey(sid), await keysInDatabase([sid])]).toEqual([key, [key]])
})

it('the database compares student IDs as the contract does', async () => {
  const character = fc.constantFrom(
    ...'0019aAzZ-._/ ="\'’`',
    ...'\u00A0\u200B\u00AD\uFEFF\u202E\u2066\u3000\u0085',
    'É',
    'ß',
    '７',
  )
  const sids = fc.sample(fc.string({ unit: character, maxLength: 12 }), 2000)
  expect(await keysInDatabase(sids)).toEqual(sids.map(sidKey))
})

it('shortened IDs are known, and which IDs they can be', () => {
  expect(['1.00235E+11', '1,00235e+11', '1E+05', "'1.2E+11"].every(isShortenedSid)).toBe(true)
  expect(['1E11', 'E+11', '12.5E+11', '5E-10', 'R1E+11', '123'].some(isShortenedSid)).toBe(false)
  expect(canShortenTo('100234567890', '1.00235E+11')).toBe(true)
  expect(canShortenTo('120000000123', '1,2e+11')).toBe(true)
  expect(canShortenTo('100334567890', '1.00235E+11')).toBe(false)
  expect(canShortenTo('10023456789', '1.00235E+11')).toBe(false)
  expect(canShortenTo('R100234567890', '1.00235E+11')).toBe(false)
  expect(unwrappedSid('="00451200"')).toBe('00451200')
})
