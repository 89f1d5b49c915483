import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Editor } from '@tiptap/core'
import { describe, expect, test, vi } from 'vitest'
import { RichTextEditor } from './editor.tsx'
import { LineEditor } from './line-editor.tsx'
import { piecesOfText, readField, writeField, type MergeFieldChoice } from './merge-field-syntax.ts'

const fields: readonly MergeFieldChoice[] = [
  { name: 'student.first_name', label: 'First name', group: 'Student', example: 'Maya', canBeEmpty: false },
  {
    name: 'student.phone',
    label: 'Phone',
    group: 'Student',
    example: '(614) 555-0142',
    canBeEmpty: true,
    olderNames: ['person.phone'],
  },
  { name: 'school.name', label: 'School name', group: 'School', example: 'Riverside', canBeEmpty: false },
]

const editorIn = (name: string): Editor => {
  // the editor stores itself on its element
  return Reflect.get(screen.getByRole('textbox', { name }), 'editor') as Editor
}

const openText = (value: string) => {
  const onChange = vi.fn<(html: string) => void>()
  render(<RichTextEditor value={value} onChange={onChange} label="Text" mergeFields={fields} />)
  return { onChange, editor: editorIn('Text') }
}
const openLine = (value: string, isMultiline = false) => {
  const onChange = vi.fn<(text: string) => void>()
  render(<LineEditor value={value} label="Subject" {...{ fields, onChange, isMultiline }} />)
  return { onChange, editor: editorIn('Subject') }
}
const chips = () => [...document.querySelectorAll('.merge-field')].map((chip) => chip.textContent)

describe('a field in a text', () => {
  test.each([
    ['{{student.first_name}}', { name: 'student.first_name', fallback: null }],
    ['{{student.first_name|there}}', { name: 'student.first_name', fallback: 'there' }],
    ['{{ student.first_name | you all }}', { name: 'student.first_name', fallback: 'you all' }],
    ['{{student.first_name|}}', { name: 'student.first_name', fallback: null }],
    ['{{}}', null],
    ['{{a}} {{b}}', null],
    ['{a}', null],
  ])('%s', (text, field) => expect(readField(text)).toEqual(field))

  test('has no signs in its fallback that would end it or start a tag', () => {
    expect(writeField({ name: 'a.b', fallback: ' }} <b> | {x' })).toBe('{{a.b|b x}}')
  })

  test('is found between words, which stay as they are', () => {
    const text = 'Hi {{a.b|you}}{{c.d}}, {{ }'
    expect(piecesOfText(text).map((piece) => piece.text)).toEqual(['Hi ', '{{a.b|you}}', '{{c.d}}', ', {{ }'])
    expect(
      piecesOfText(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
  })
})

describe('a rich text', () => {
  test('shows its fields as chips with labels, and what’s wrong with them', () => {
    openText(
      '<p>Hello <strong>{{student.first_name}}</strong>, {{student.phone|us}}, {{student.phone}}, {{person.phone}}, {{student.shoe}}</p>',
    )
    expect(chips()).toEqual([
      'First name, merge field',
      'Phone or “us”, merge field',
      'Phone, merge field, no fallback',
      'Phone, merge field, no fallback',
      'student.shoe, merge field, unknown field',
    ])
  })

  test.each([
    '<p>Hello <strong>{{student.first_name}}</strong>,</p>',
    '<p>{{ student.first_name | you &amp; me }} and {{unknown}}{{school.name}}</p>',
    '<ul><li><p>{{student.first_name}}</p></li></ul>',
    '<h2>{{school.name}}</h2><p>It’s {{not a field} {{either}</p>',
  ])('is the same after an edit is undone, and around what is typed: %s', (value) => {
    const { onChange, editor } = openText(value)
    act(() => void editor.commands.insertContentAt(editor.state.doc.content.size, '<p>typed</p>'))
    expect(onChange.mock.lastCall).toEqual([`${value}<p>typed</p>`])
    act(() => void editor.commands.undo())
    expect(onChange.mock.lastCall).toEqual([value])
  })

  test('makes a chip of a field that is typed or pasted', () => {
    const { onChange, editor } = openText('<p>Hi {{student.first_name</p>')
    expect(chips()).toEqual([])
    act(() => void editor.commands.insertContentAt(editor.state.doc.content.size - 1, '}}'))
    expect(chips()).toEqual(['First name, merge field'])
    vi.stubGlobal('ClipboardEvent', Event)
    act(() => void editor.view.pasteHTML('<b>at {{school.name|school}}</b>'))
    expect(chips()).toEqual(['First name, merge field', 'School name or “school”, merge field'])
    expect(onChange.mock.lastCall).toEqual([
      '<p>Hi {{student.first_name}}<strong>at {{school.name|school}}</strong></p>',
    ])
  })

  test.each([
    ['Backspace', 5],
    ['Delete', 4],
  ])('loses a chip as a whole to %s, and keeps the words around it', (key, at) => {
    const { onChange, editor } = openText('<p>Hi {{student.first_name}}!</p>')
    act(() => void editor.commands.setTextSelection(at))
    act(() => void editor.commands.keyboardShortcut(key))
    expect(onChange.mock.lastCall).toEqual(['<p>Hi !</p>'])
  })

  test('gets a field from the list, which opens by typing two braces, and keeps them without a choice', async () => {
    const { onChange, editor } = openText('<p>Hi {</p>')
    const typeBrace = () =>
      act(() => {
        const at = editor.state.selection.from
        editor.view.someProp('handleTextInput', (handle) =>
          handle(editor.view, at, at, '{', () => editor.state.tr),
        )
      })
    act(() => void editor.commands.focus('end'))
    typeBrace()
    await userEvent.type(await screen.findByRole('combobox', { name: 'Merge field' }), 'riverside')
    expect(screen.getAllByRole('option')).toHaveLength(1)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(onChange.mock.lastCall).toEqual(['<p>Hi {{school.name}}</p>']))
    act(() => void editor.commands.insertContent(' {'))
    typeBrace()
    await screen.findByRole('combobox', { name: 'Merge field' })
    await userEvent.keyboard('{Escape}{Escape}')
    await waitFor(() => expect(onChange.mock.lastCall).toEqual(['<p>Hi {{school.name}} {{</p>']))
  })

  test('gets a field that is typed completely, although the list opened', async () => {
    const { onChange, editor } = openText('<p>Hi {</p>')
    act(() => void editor.commands.focus('end'))
    act(() => {
      const at = editor.state.selection.from
      editor.view.someProp('handleTextInput', (handle) =>
        handle(editor.view, at, at, '{', () => editor.state.tr),
      )
    })
    const list = await screen.findByRole('combobox', { name: 'Merge field' })
    await userEvent.type(list, 'student.phone|your phone}}')
    await waitFor(() => expect(onChange.mock.lastCall).toEqual(['<p>Hi {{student.phone|your phone}}</p>']))
  })

  test('opens a chip with Enter to set its fallback, and changes or removes it', async () => {
    const { onChange, editor } = openText('<p>Hi {{student.phone}}!</p>')
    const open = () => {
      act(() => void editor.commands.setNodeSelection(4))
      act(() => void editor.commands.keyboardShortcut('Enter'))
    }
    open()
    await userEvent.type(await screen.findByRole('textbox', { name: 'If empty, use' }), 'your phone{Enter}')
    expect(onChange.mock.lastCall).toEqual(['<p>Hi {{student.phone|your phone}}!</p>'])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
    expect(onChange.mock.lastCall).toEqual(['<p>Hi !</p>'])
  })
})

describe('a line of text', () => {
  test('shows its fields as chips and keeps their text', () => {
    const { onChange, editor } = openLine('Waiver for {{ student.first_name }} <b>')
    expect(chips()).toEqual(['First name, merge field'])
    act(() => void editor.commands.insertContentAt(1, 'Your '))
    expect(onChange.mock.lastCall).toEqual(['Your Waiver for {{ student.first_name }} <b>'])
  })

  test('stays one line on Enter and on paste', () => {
    const { onChange, editor } = openLine('One')
    act(() => void editor.commands.focus('end'))
    fireEvent.keyDown(editor.view.dom, { key: 'Enter' })
    expect(editor.state.doc.childCount).toBe(1)
    const data = { getData: () => ' two\n{{school.name}}\r\nthree' }
    fireEvent.paste(editor.view.dom, { clipboardData: data })
    expect(onChange.mock.lastCall).toEqual(['One two {{school.name}} three'])
    expect(chips()).toEqual(['School name, merge field'])
  })

  test('can be several lines in the plain-text part, also empty ones', () => {
    const { onChange, editor } = openLine('Hi {{student.first_name}},\n\nBye', true)
    act(() => void editor.commands.focus('end'))
    const data = { getData: () => '!\n\nThe office' }
    fireEvent.paste(editor.view.dom, { clipboardData: data })
    expect(onChange.mock.lastCall).toEqual(['Hi {{student.first_name}},\n\nBye!\n\nThe office'])
  })

  test('takes over a text from outside', () => {
    const line = (value: string) => (
      <LineEditor value={value} label="Subject" fields={fields} onChange={() => undefined} />
    )
    const { rerender } = render(line('One'))
    rerender(line('{{school.name}} two'))
    expect(editorIn('Subject').getText()).toBe('{{school.name}} two')
  })
})
