import { expect, test } from 'vitest'
import { isSpoiled } from './reading.ts'

test.each([
  'GarcÃ­a',
  'Oâ€™Neill',
  'SiobhÃ¡n',
  'MÃ¼ller',
  'Å\u0081ukasz',
  'Nguyá»…n',
  '12 Main St,Â\u00A0Apt 4',
  'Garc√≠a',
  'Jos√©',
  'O\uFFFDHara',
  'JOSÃ‰',
])('%s is spoiled', (text) => {
  expect(isSpoiled(text)).toBe(true)
})

test.each([
  'García',
  'SÃO PAULO',
  'JOÃO',
  'ÂNGELA',
  'Å',
  'CAFÉ’S',
  '“JOSÉ”',
  'Łukasz Świątek',
  'Nguyễn Văn Á',
  'Ångström',
  'Đặng',
  'Björk Guðmundsdóttir',
  '√2',
  'ÉCOLE Â– X',
  'Ioannis Παπαδόπουλος',
  '王小明',
])('%s isn’t', (text) => {
  expect(isSpoiled(text)).toBe(false)
})
