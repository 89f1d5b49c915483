import { expect, test } from 'vitest'
import { fieldOf } from '#contract/platform/record/known-fields.ts'
import { columnPlaces, fieldPlaces } from './field-places.ts'

const fields = Object.entries(fieldPlaces).map(([name, place]) => {
  const field = fieldOf(name)
  if (!field) throw new Error(`${name} has a place and is no field.`)
  return { name, place, field }
})

test('every field that people edit is in a form, and no other field is', () => {
  const written = fields.filter(({ field }) => field.readOnly !== true && field.line?.part !== 'status')
  const inForms = fields.filter(({ place }) => place.section !== null)
  expect(inForms.map(({ name }) => name)).toEqual(written.map(({ name }) => name))
})

test('a coverage field appears in the section it belongs to', () => {
  const lines = fields.filter(({ place, field }) => place.section !== null && field.line !== undefined)
  expect(lines.filter(({ place, field }) => place.section !== field.line?.part)).toEqual([])
})

test('the list shows every field except the SSN, and companies by their names', () => {
  const columns = new Map(Object.entries(columnPlaces).filter(([, { column }]) => column !== null))
  const unlisted = fields.filter(({ name }) => !columns.has(name)).map(({ field }) => field.format)
  expect(unlisted).toEqual(['ssn', 'company', 'company', 'company'])
})
