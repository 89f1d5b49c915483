import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { foldedLetters, foldText } from '#contract/platform/fold-text.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const names = [
  'Işıl Yıldız',
  'İpek Çelik',
  'Səbirə Əliyeva',
  'Þórdís Guðmundsdóttir',
  'ŁOPATA',
  'Ødegård',
  'Đặng',
  'STRASSE Straße ẞ',
  'Æsa Œuvre',
  'Ħamrun Ŧ Ŋala',
  'Ɔbɛ',
  'O’Shaughnessy',
  'ʻAkamu',
  'García–López',
  'Ĳsbrand',
  'Cafe\u0301',
  '王伟',
]

it('the database folds names as the contract does', async () => {
  const all = [
    ...names,
    ...Object.keys(foldedLetters),
    ...Object.keys(foldedLetters).map((one) => one.toUpperCase()),
  ]
  const { rows } = await sql<{ folded: string }>`
    select btrim(shipmate_fold(name)) as folded from unnest(${all}::text[]) with ordinality as one(name, place)
    order by place`.execute(services.owner)
  expect(rows.map(({ folded }) => folded)).toEqual(all.map(foldText))
})

it.each([
  ['Işıl Yıldız', 'isil yildiz'],
  ['Səbirə Əliyeva', 'sebire eliyeva'],
  ['Þórdís Guðmundsdóttir', 'thordis gudmundsdottir'],
  ['Łopata', 'lopata'],
  ['O’Shaughnessy', "o'shaughnessy"],
])('%s is compared as %s', (name, folded) => {
  expect(foldText(name)).toBe(folded)
})
