import { describe, expect, it } from 'vitest'
import { userTextsIn } from './user-texts.ts'

const textsOf = (source: string): string[] =>
  userTextsIn('client/records/notes/a.tsx', source).map(({ text }) => text)

describe('user-visible texts', () => {
  it.each([
    ['the text of an element', '<p>No notes yet</p>', ['No notes yet']],
    ['an element with a value', '<p>Showing {count} of many</p>', ['Showing {…} of many']],
    ['a label of one word', '<Field label="name" />', ['name']],
    ['a property', "const a = { title: 'Notes', id: 'notes' }", ['Notes']],
    ['a sentence in a call', "notify('The note was saved.')", ['The note was saved.']],
    ['a sentence with values', 'notify(`${name} was saved.`)', ['{…} was saved.']],
    ['either of two labels', "<Button label={isNew ? 'Add' : 'Save'} />", ['Add', 'Save']],
  ])('include %s', (_what, source, texts) => {
    expect(textsOf(source)).toEqual(texts)
  })

  it.each([
    ['classes', '<p className="flex gap-2 text-ink-2" />'],
    ['classes in a constant', "const box = 'grid size-4 shrink-0 place-items-center'"],
    ['queries', 'sql`select name from schools where id = ${id}`'],
    ['paths of imports', "import { a } from '#client/notes/a b.ts'"],
    ['keys and ids', "const a = find('student_period', 'waiver-options')"],
  ])('do not include %s', (_what, source) => {
    expect(textsOf(source)).toEqual([])
  })
})
