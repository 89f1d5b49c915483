import { describe, expect, it } from 'vitest'
import { checkSubject } from './commit-subjects.ts'
import { userTextsIn } from './user-texts.ts'
import { checkText, isExcepted } from './voice.ts'

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

describe('the voice check', () => {
  it.each([
    ['Nobody matches.'],
    ['The file cannot be read.'],
    ['This is not a value.'],
    ["Don't change"],
    ['Uploaded "roster.csv"'],
    ['Counting …'],
    ['Take this change back'],
    ['It stands in the history.'],
    ['Mend it in the file'],
    ['The insurer’s phone'],
    ['Publish the set-up'],
    ['Invalid date'],
    ['What changes'],
  ])('rejects “%s”', (text) => {
    expect(checkText(text)).toHaveLength(1)
  })

  it.each([
    ['No one matches.'],
    ['The file can’t be read.'],
    ['Don’t change'],
    ['Counting…'],
    ['What do you want to export?'],
    ['Undo this change'],
  ])('accepts “%s”', (text) => {
    expect(checkText(text)).toEqual([])
  })

  it('ignores messages that the HTTP contract fixes, but only where they’re defined', () => {
    const text = 'The given data was invalid.'
    expect(isExcepted({ file: 'server/platform/problem.ts', line: 1, text })).toBe(true)
    expect(isExcepted({ file: 'client/platform/lib/api-error.ts', line: 1, text })).toBe(false)
  })
})

describe('a commit subject', () => {
  it.each([
    ['a'.repeat(72).replace('a', 'A'), null],
    ['a'.repeat(73).replace('a', 'A'), 'has 73 characters; at most 72 are allowed'],
    ['Fix the export.', 'ends with a period'],
    ['fix the export', 'begins in lower case'],
    ['Fixed the export', 'isn’t imperative'],
    ['Adding an export', 'isn’t imperative'],
    ['Bring the export', null],
  ])('%s', (subject, why) => {
    expect(checkSubject(subject)).toBe(why)
  })
})
