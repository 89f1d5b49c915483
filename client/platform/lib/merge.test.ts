import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeEdits, type Merge } from './merge.ts'

interface Question {
  readonly key: string
  readonly question: string
  readonly answer: string
}
interface Page {
  readonly intro: string
  readonly items: readonly Question[]
}

const question = (key: string, answer = key): Question => ({ key, question: `Q ${key}`, answer })
const base: Page = { intro: '', items: ['a', 'b', 'c', 'd'].map((key) => question(key)) }
const withAnswer = (page: Page, key: string, answer: string): Page => ({
  ...page,
  items: page.items.map((item) => (item.key === key ? { ...item, answer } : item)),
})
const keysOf = ({ items }: Page): string => items.map(({ key }) => key).join('')

test('a change by only one side is kept, item by item', () => {
  const { value, conflicts } = mergeEdits(
    base,
    withAnswer(base, 'b', 'mine'),
    withAnswer(base, 'd', 'theirs'),
  )
  expect(conflicts).toEqual([])
  expect(value.items.map(({ answer }) => answer)).toEqual(['a', 'mine', 'c', 'theirs'])
})

test('only a field that both changed differently is a conflict; the chosen side is used', () => {
  const mine = withAnswer(base, 'b', 'mine')
  const theirs = withAnswer({ ...base, intro: 'Hello' }, 'b', 'theirs')
  const { value, conflicts } = mergeEdits(base, mine, theirs)
  expect(conflicts).toEqual([
    { id: 'items[b].answer', path: 'items[Q b].answer', mine: 'mine', theirs: 'theirs' },
  ])
  expect(value).toEqual({ ...mine, intro: 'Hello' })
  expect(mergeEdits(base, mine, theirs, { 'items[b].answer': 'theirs' }).value).toEqual(theirs)
})

test('texts that both sides added in another language are kept, text by text', () => {
  const add = (es: object) => ({ intro: '', items: [{ key: 'a', es }] })
  const before = { intro: '', items: [{ key: 'a' }] }
  const [mine, theirs] = [add({ question: '¿Quién?', answer: null }), add({ answer: 'Usted.' })]
  const { value, conflicts } = mergeEdits<object>(before, mine, theirs)
  expect(value).toEqual(add({ question: '¿Quién?', answer: 'Usted.' }))
  expect(conflicts).toEqual([])
})

test('no one is asked which English a text was translated from', () => {
  const translated = (question: string, of: number | null) => ({
    items: [{ key: 'a', es: { question, of: { question: of } } }],
  })
  const { value, conflicts } = mergeEdits<object>(
    translated('x', 1),
    translated('x', null),
    translated('y', 2),
  )
  expect([value, conflicts]).toEqual([translated('y', 2), []])
})

test('an item that one side removed and the other changed is a conflict; one that only one side removed is gone', () => {
  const without = { ...base, items: base.items.filter(({ key }) => key !== 'b') }
  expect(mergeEdits(base, without, base)).toEqual({ value: without, conflicts: [] })
  const changed = withAnswer(base, 'b', 'theirs')
  const { conflicts } = mergeEdits(base, without, changed)
  expect(conflicts).toMatchObject([{ id: 'items[b]', mine: undefined, theirs: { answer: 'theirs' } }])
  expect(keysOf(mergeEdits(base, without, changed, { 'items[b]': 'theirs' }).value)).toBe('abcd')
})

test('new items of both sides stay, each in its place; a reordering by one side is kept', () => {
  const mine = { ...base, items: [question('a'), question('m'), ...base.items.slice(1)] }
  const theirs = { ...base, items: [...base.items.toReversed(), question('t')] }
  expect(mergeEdits(base, mine, theirs).conflicts).toEqual([])
  expect(keysOf(mergeEdits(base, mine, theirs).value)).toBe('dcbamt')
  const other = { ...base, items: [base.items[1]!, base.items[0]!, ...base.items.slice(2)] }
  const { conflicts } = mergeEdits(base, other, theirs)
  expect(conflicts).toMatchObject([{ id: 'items[]', path: 'items.order' }])
})

test('values of a list without keys are added and removed one by one', () => {
  const list = (programs: readonly string[]) => ({ programs })
  const merged = mergeEdits(list(['Law', 'Art']), list(['Law', 'Art', 'Music']), list(['Art', 'Nursing']))
  expect(merged).toEqual({ value: { programs: ['Art', 'Nursing', 'Music'] }, conflicts: [] })
})

const edited = fc
  .array(
    fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      question: fc.constantFrom('One', 'Two'),
      answer: fc.constantFrom('x', 'y', 'z'),
    }),
    { maxLength: 6 },
  )
  .map((items) => [...new Map(items.map((item) => [item.key, item])).values()])
  .map((items): Page => ({ intro: '', items }))

const itemOf = ({ items }: Page, key: string): Question | undefined => items.find((item) => item.key === key)

/** Returns one side's changes that are neither in the merge nor a conflict. */
const lostOf = (before: Page, side: Page, other: Page, merge: Merge<Page>): string[] => {
  const isAsked = (...ids: readonly string[]) => merge.conflicts.some(({ id }) => ids.includes(id))
  return side.items.flatMap((item) => {
    const id = `items[${item.key}]`
    const [was, kept] = [itemOf(before, item.key), itemOf(merge.value, item.key)]
    // the other side may have changed or removed what this side left unchanged
    const values = (['question', 'answer'] as const).filter(
      (field) =>
        item[field] !== was?.[field] && kept?.[field] !== item[field] && !isAsked(id, `${id}.${field}`),
    )
    const isGone = !kept && itemOf(other, item.key) !== undefined && !isAsked(id)
    return [...values.map((field) => `${id}.${field}`), ...(isGone ? [id] : [])]
  })
}

test('for any two edits, no item and no value of either side is lost without a conflict', () => {
  fc.assert(
    fc.property(edited, edited, edited, (before, mine, theirs) => {
      const merge = mergeEdits(before, mine, theirs)
      expect(lostOf(before, mine, theirs, merge)).toEqual([])
      expect(lostOf(before, theirs, mine, merge)).toEqual([])
      const keys = merge.value.items.map(({ key }) => key)
      expect(new Set(keys).size).toBe(keys.length)
    }),
    { numRuns: 2000 },
  )
})
