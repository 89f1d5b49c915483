import type { Encoding } from '#contract/platform/text-files.ts'
import { expect, test } from 'vitest'
import { encodeAs } from '#server/testing/encode-as.ts'
import { detectEncoding } from './encoding.ts'

const detect = (bytes: Buffer): Encoding => {
  const detector = detectEncoding()
  detector.add(bytes)
  return detector.end()
}
const roster = (names: string): string =>
  `Student ID,Last Name,First Name\r\n${names
    .split(' ')
    .map((name, index) => `${index},${name.replace('_', ',')}\r\n`)
    .join('')}`

const western = [
  'García_José Müller_Zoë O’Neill_Siobhán',
  'Núñez_Iñaki',
  'Sørensen_Bjørn Ångström_Åsa',
  'Lefèvre_Hélène Beauchêne_Gisèle',
  'D’Angelo_Niccolò',
  'Simões_João Gonçalves_Conceição',
  'GARCÍA_JOSÉ MUÑOZ_BEGOÑA',
  'Weiß_Jürgen Größ_Käthe',
]
const central = [
  'Dvořák_Jiří Němcová_Růžena Čapek_Zdeněk',
  'Wałęsa_Paweł Świątek_Żaneta',
  'Kamiński_Małgorzata',
  'Erdős_György Szűcs_Ágnes',
  'Kovačević_Đorđe Šarić_Željko',
  'Novák_Tomáš Kučera_Ondřej',
  'DVOŘÁK_JIŘÍ ČAPEK_ZDENĚK',
]

test.each(western)('%s is recognized in Windows-1252', (names) => {
  expect(detect(encodeAs(roster(names), 'windows-1252', false))).toBe('windows-1252')
})

test.each(western)('%s is recognized in Mac Roman', (names) => {
  expect(detect(encodeAs(roster(names), 'macintosh', false))).toBe('macintosh')
})

test.each(central)('%s is recognized in Windows-1250', (names) => {
  expect(detect(encodeAs(roster(names), 'windows-1250', false))).toBe('windows-1250')
})

test.each([...western, ...central])('%s with one bad byte stays UTF-8', (names) => {
  expect(detect(Buffer.concat([Buffer.from(roster(names)), Buffer.from([0x92, 0x0a])]))).toBe('utf-8')
})

test('text that was spoiled before stays UTF-8', () => {
  expect(detect(Buffer.from(roster('Garc\uFFFDa_Jos\uFFFD')))).toBe('utf-8')
})
